import { CreditCard, ExternalLink, TriangleAlert } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { isOver, hasNotBegun } from '#shared/model/subscription';
import { sum } from '#shared/numbers';
import { paySubscription } from '#shared/contract/billing';
import { plannedEndOf } from '#shared/model/ending';
import { paths } from '../../../lib/paths';
import { Alert, Button, ButtonLink } from '../../../ui/basics';
import { DateText, Fact, Money } from '../../../ui/content';
import { cardName } from '../card/payment-card';
import { openInvoices, type OpenInvoices, lateCharge, lateChargePercent } from './open-invoices';
import { panelTexts } from './panel-texts';
import { callApi, failedWith, failureText, mayBeDone } from '../../../lib/api';
import { tryAgainText } from '../../shop-page/use-action-failed';
import { useRefreshShop } from '../../../lib/use-shops';
import { showToast } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';
import { anotherCardHelps, unknownTitle, unprovenText, usePaid } from './use-paid';

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
  const texts = panelTexts(subscription, now, open);
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
    <section aria-labelledby={id} className="card overflow-hidden border-warning/25">
      <div className="flex items-start gap-3 border-b border-warning/20 bg-warning-soft px-5 py-4 sm:px-7">
        <TriangleAlert aria-hidden className="mt-0.5 size-6 shrink-0 text-warning" />
        <div className="min-w-0">
          <h2 id={id} className="text-lg leading-snug font-semibold text-warning">
            {texts.title}
          </h2>
          <p className="mt-0.5 text-sm text-ink">{texts.consequence}</p>
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
      </div>
    </section>
  );
}

function Amount({ open }: { open: OpenInvoices }) {
  const page = open.list[0]?.hosted_invoice_url;
  return (
    <div>
      <p className="text-sm text-ink-soft">未払いの金額（税込）{open.list.length > 1 && `・${open.list.length}件`}</p>
      <p className="text-3xl leading-tight font-bold">
        <Money yen={open.amount} />
      </p>
      <p className="flex flex-wrap items-center gap-x-6 text-sm text-ink-soft">
        <span>
          <DateText unix={open.since} />
          のご請求{open.list.length > 1 && 'から'}
        </span>
        {page && (
          <a href={page} target="_blank" rel="noopener noreferrer" className="quiet-link -mx-2 px-2">
            請求の内容を見る
            <ExternalLink aria-hidden className="size-4" />
            <span className="sr-only">（新しいタブで開きます）</span>
          </a>
        )}
      </p>
    </div>
  );
}

/** The charge that the terms set for a late payment (spec 1), as of today. It is told, never charged. */
export function LateChargeNote({ open: { list }, now }: { open: OpenInvoices } & Pick<PayPanelProps, 'now'>) {
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

const notPaid = 'お支払いを完了できませんでした';
const processing = 'お支払いを処理しています';

const partTitle = ({ done, left }: { done: number; left: number }): string =>
  `${done}件のお支払いが完了し、${left}件が残っています`;

/** Why it is still not paid. `card`: another card may help. */
interface PayProblem {
  title: string;
  text: string;
  card: boolean;
}

/**
 * The outcome of such an attempt is unknown: the response was lost, here or between the server and Stripe, or the
 * attempt still runs.
 */
const leavesOpen = (error: unknown): boolean => mayBeDone(error) || failedWith(error, 'IDEMPOTENCY_KEY_IN_USE');

/** Does not call a payment failed that may have been made. */
function titleOf(error: unknown): string {
  if (failedWith(error, 'IDEMPOTENCY_KEY_IN_USE')) return processing;
  return mayBeDone(error) ? unknownTitle : notPaid;
}

const countOpen = (subscription: Subscription, shop: ShopRecord): number =>
  openInvoices(shop, shop.subscriptions.find(({ id }) => id === subscription.id) ?? subscription)?.list.length ?? 0;

/**
 * How many invoices a press paid and how many are left: the server pays one after another until one is refused or must
 * be confirmed. Undefined if none or all are paid, or if the shop could not be read afterwards.
 */
function paidPart(subscription: Subscription, before: ShopRecord, after: ShopRecord | undefined) {
  const left = after ? countOpen(subscription, after) : 0;
  const done = countOpen(subscription, before) - left;
  return left > 0 && done > 0 ? { done, left } : undefined;
}

/** What a payment does for the subscription: one that has ended, or is to end, does not go on because of it. */
function thanks(subscription: Subscription): string {
  if (hasNotBegun(subscription)) return 'ありがとうございます。ご契約が始まりました。';
  return isOver(subscription) || plannedEndOf(subscription) !== undefined
    ? 'ありがとうございます。'
    : 'ありがとうございます。ご契約はそのまま続きます。';
}

/**
 * Pays the open invoice of a subscription with its card, following 3-D Secure; then every screen shows the shop's new
 * state. One at a time: a second press during the first does nothing.
 */
function usePay(shop: ShopRecord, subscription: Subscription, onPaid?: () => void) {
  const [problem, setProblem] = useState<PayProblem>();
  /** An earlier attempt may have paid although its response was lost. */
  const unsure = useRef(false);
  const refresh = useRefreshShop(shop.customer.id);
  // This call takes no idempotency key: the server pays each open invoice once.
  const { pay: send } = usePaid({ refresh });

  /** Undefined if the shop cannot be read again: the payment is made all the same. */
  const readAgain = (): Promise<ShopRecord | undefined> => refresh().catch(() => undefined);

  const paid = (): void => {
    showToast({ tone: 'success', title: 'お支払いが完了しました', description: thanks(subscription) });
    onPaid?.();
  };

  const failed = async (error: unknown): Promise<void> => {
    if (failedWith(error, 'NOTHING_TO_PAY')) {
      await readAgain();
      if (unsure.current) return paid();
      showToast({ tone: 'info', title: '未払いのご請求はありません', description: '最新の情報を表示しています。' });
      onPaid?.();
      return;
    }
    unsure.current = leavesOpen(error);
    const several = countOpen(subscription, shop) > 1 && !failedWith(error, 'NETWORK');
    const after = unsure.current || several ? await readAgain() : undefined;
    if (unsure.current && after && countOpen(subscription, after) === 0) return paid();
    const part = several ? paidPart(subscription, shop, after) : undefined;
    setProblem({
      title: part ? partTitle(part) : titleOf(error),
      text: failureText(error, { refused: notPaid, unreachable: tryAgainText }),
      card: anotherCardHelps(error),
    });
  };

  const [pay, busy] = useAction(async () => {
    setProblem(undefined);
    const result = await send(() => callApi(paySubscription, { params: { id: subscription.id } }));
    if (result.outcome === 'refused') return failed(result.error);
    const part = paidPart(subscription, shop, result.shop);
    if (result.outcome !== 'done') {
      unsure.current = true;
      setProblem({ ...unprovenText(result, notPaid), ...(part && { title: partTitle(part) }) });
    } else if (part)
      setProblem({
        title: 'ほかにも未払いのご請求があります',
        text: `${part.done}件のお支払いが完了しました。続けて、残りの${part.left}件をお支払いください。`,
        card: false,
      });
    else paid();
  });

  return { busy, problem, pay };
}
