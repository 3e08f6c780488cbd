import { CreditCard, ExternalLink, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { isOver } from '#shared/model/subscription';
import { sum } from '#shared/numbers';
import { paths } from '../../../lib/paths';
import { Alert, Button, ButtonLink } from '../../../ui/basics';
import { DateText, Fact, Money } from '../../../ui/content';
import { cardName } from '../card/payment-card';
import { openInvoices, type OpenInvoices } from './open-invoices';
import { panelTexts } from './panel-texts';
import { usePay } from './use-pay';
import { lateCharge, lateChargePercent } from './late-charge';

interface PayPanelProps {
  shop: ShopRecord;
  subscription: Subscription;
  /** Unix milliseconds. */
  now: number;
  /** Called when nothing is open any more. */
  onPaid?: () => void;
}

/**
 * The open invoices of a subscription, for any status, and the remedy: another card, then paying now (decisions/ends).
 * The shop's card pays for one that has ended. If the card is missing, asks for one. Shows nothing if all is well.
 */
export function PayPanel({ shop, subscription, now, onPaid }: PayPanelProps) {
  const id = useId();
  const { busy, problem, pay } = usePay(shop, subscription, onPaid);
  const open = openInvoices(shop, subscription);
  const texts = panelTexts(subscription, now, open?.since);
  if (!texts) return null;
  const card = subscription.default_payment_method?.card;
  const newCardFirst = !texts.canPay || texts.cardUnusable || problem?.card === true;
  const payNow = texts.canPay && (
    <Button key="pay" variant={newCardFirst ? 'secondary' : 'primary'} busy={busy} onClick={pay}>
      今すぐ支払う
    </Button>
  );
  const newCard = (
    <ButtonLink
      key="card"
      to={paths.subscriptionPayment(isOver(subscription) ? shop.customer.id : subscription.id)}
      variant={newCardFirst ? 'primary' : 'secondary'}
      Icon={CreditCard}
    >
      {card ? '別のカードを登録' : 'カードを登録'}
    </ButtonLink>
  );
  return (
    <section aria-labelledby={id} className="card overflow-hidden border-danger/30">
      <div className="flex items-start gap-3 border-b border-danger/20 bg-danger-soft px-5 py-4 sm:px-7">
        <TriangleAlert aria-hidden className="mt-0.5 size-6 shrink-0 text-danger" />
        <div className="min-w-0">
          <h2 id={id} className="text-lg leading-snug font-semibold text-danger">
            {texts.title}
          </h2>
          <p className="mt-0.5 text-sm text-ink">{texts.lead}</p>
        </div>
      </div>
      <div className="space-y-5 px-5 py-5 sm:px-7 sm:py-6">
        {open && texts.canPay && <Amount open={open} />}
        {open && <LateChargeNote open={open} now={now} />}
        <dl className="space-y-3">
          {card && (
            <Fact label="現在のカード" look="tabular-nums">
              {cardName(card)}
            </Fact>
          )}
          <Fact label="理由">{texts.reason}</Fact>
        </dl>
        {problem && (
          <Alert live tone="danger" title={problem.title}>
            {problem.text}
          </Alert>
        )}
        <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
          {newCardFirst ? [newCard, payNow] : [payNow, newCard]}
        </div>
        <p className="text-sm text-ink-soft">{texts.consequence}</p>
      </div>
    </section>
  );
}

function Amount({ open }: { open: OpenInvoices }) {
  const page = open.list[0]?.hosted_invoice_url;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
      <div>
        <p className="text-sm text-ink-soft">未払いの金額（税込）{open.list.length > 1 && `・${open.list.length}件`}</p>
        <p className="text-3xl leading-tight font-bold">
          <Money yen={open.amount} />
        </p>
        <p className="mt-1 text-sm text-ink-soft">
          <DateText unix={open.since} />
          のご請求{open.list.length > 1 && 'から'}
        </p>
      </div>
      {page && (
        <a href={page} target="_blank" rel="noopener noreferrer" className="quiet-link px-2">
          請求の内容を見る
          <ExternalLink aria-hidden className="size-4" />
          <span className="sr-only">（新しいタブで開きます）</span>
        </a>
      )}
    </div>
  );
}

interface LateChargeNoteProps {
  open: OpenInvoices;
  /** Unix milliseconds. */
  now: number;
}

/** The charge that the terms set for a late payment (spec 1), as of today. It is told, never charged. */
export function LateChargeNote({ open: { list }, now }: LateChargeNoteProps) {
  const yen = sum(list.map(({ late }) => (late ? lateCharge(late.amount, late.since, Math.floor(now / 1000)) : 0)));
  if (yen === 0) return null;
  return (
    <p className="text-sm text-ink-soft">
      利用規約では、期日の翌日からお支払いの日まで、年{lateChargePercent}
      ％の遅延損害金を申し受けると定めています。本日までの額は
      <Money yen={yen} />
      です。
    </p>
  );
}
