import { useNavigate } from 'react-router-dom';
import { useRef, useState } from 'react';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { yen } from '#shared/numbers';
import { isOver } from '#shared/model/subscription';
import { setDefaultPaymentMethod } from '#shared/contract/billing';
import { useTimeout } from '../../../lib/use-timeout';
import { Alert, Button } from '../../../ui/basics';
import { showToast } from '../../../ui/toast';
import { PaymentCard } from '../card/payment-card';
import { openInvoices, owesPayment, type OpenInvoices } from '../payment/open-invoices';
import { PayPanel } from '../payment/pay-panel';
import { CardEntry, useCardEntry, type CardEntryState, type CardPurpose, cardFailureTexts } from './card-entry';
import { callApi, failureText, mayBeDone } from '../../../lib/api';
import { useAction } from '../../../ui/use-action';
import { anotherCardHelps } from '../payment/use-paid';
import { tryAgainText } from '../../shop-page/use-action-failed';

/** Spec 9: how long the success message stays before the screen goes back, in milliseconds. */
const goesBackAfter = 2000;

interface ChangeCardProps {
  shop: ShopRecord;
  /** The subscription whose card changes; the shop's card if it is absent. */
  subscription: Subscription | undefined;
  /** Unix milliseconds. */
  now: number;
  backTo: string;
}

/** What the changed card can pay now. The shop's card pays what its ended subscriptions owe (decisions/ends). */
const debtorOf = (shop: ShopRecord, subscription: Subscription | undefined): Subscription | undefined =>
  (subscription ? [subscription] : shop.subscriptions.filter(isOver)).find((one) => owesPayment(shop, one));

/** A new card is not charged by itself: it is asked to pay once it is saved. */
const StillOwed = ({ open }: { open: OpenInvoices | undefined }) => (
  <Alert className="mb-6" tone="warning" title={`${open ? `${yen(open.amount)}の` : ''}お支払いが必要です`}>
    カードを更新すると、お支払いに進めます。
  </Alert>
);

/**
 * The card in use, fields for another one, and the outcome of saving it. If a payment is open, it links to paying now.
 */
export function ChangeCard({ shop, subscription, now, backTo }: ChangeCardProps) {
  const navigate = useNavigate();
  const purpose: CardPurpose = subscription ? { subscriptionId: subscription.id } : { customerId: shop.customer.id };
  const { save, ready, ...fields } = useCardEntry(shop, purpose);
  const { state, busy, change, startOver } = useChangeCard(purpose, save);
  const debtor = debtorOf(shop, subscription);
  const current = (subscription ?? shop.customer).default_payment_method?.card;

  const leaves = state.step === 'done' && !debtor;
  const leave = (): void => {
    // The message of this screen goes with it: the next one says it, too.
    showToast({ tone: 'success', title: 'お支払い方法を更新しました' });
    void navigate(backTo);
  };
  useTimeout(leave, leaves ? goesBackAfter : null);

  if (state.step === 'done') {
    return (
      <div className="space-y-6">
        <Alert live tone="success" title="お支払い方法を更新しました">
          {debtor ? '続けて、未払いのご請求をお支払いください。' : 'まもなく前の画面に戻ります。'}
        </Alert>
        {debtor && <PayPanel shop={shop} subscription={debtor} now={now} onPaid={() => void navigate(backTo)} />}
      </div>
    );
  }
  const saved = state.step === 'saved';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        change();
      }}
    >
      {debtor && <StillOwed open={openInvoices(shop, debtor)} />}
      {current && (
        <div className="mb-6 border-b border-line pb-5">
          <h2 className="text-sm text-ink-soft">現在のカード</h2>
          <div className="mt-2">
            <PaymentCard card={current} />
          </div>
        </div>
      )}
      <fieldset disabled={busy} className="max-w-md">
        <div hidden={saved}>
          <h2 className="mb-4 text-lg leading-snug font-semibold">新しいカード</h2>
          <CardEntry {...fields} />
        </div>
        {saved && (
          <Alert live tone="info" title="新しいカードは登録されています">
            あとは、このカードをお支払い方法として設定するだけです。
          </Alert>
        )}
        {state.problem && (
          <Alert className="mt-5" live tone="danger" title={state.problem}>
            {state.unsure
              ? 'お支払い方法は、すでに変更されている可能性があります。'
              : `お支払い方法は変更されていません。${current ? 'これまでのカードがそのまま使われます。' : ''}`}
          </Alert>
        )}
        <div className="mt-6 flex flex-col gap-3 sm:flex-row">
          <Button type="submit" busy={busy} disabled={!ready}>
            {saved ? 'もう一度試す' : 'お支払い方法を更新'}
          </Button>
          {saved && (
            <Button variant="quiet" onClick={startOver}>
              別のカードを入力する
            </Button>
          )}
        </div>
      </fieldset>
      <p className="mt-5 text-sm text-ink-soft">
        カード情報は決済サービス（Stripe）が直接お預かりします。カード会社の本人認証（3Dセキュア）が必要な場合があります。
      </p>
    </form>
  );
}

/**
 * The state of a change of card. `saved`: Stripe has the new card, and only its assignment is missing; it is not asked
 * for again.
 */
type ChangeState =
  | { step: 'form' | 'saved'; problem?: string; /** Whether the card may be assigned all the same. */ unsure?: boolean }
  | { step: 'done'; shop: ShopRecord };

/** Saves a new card and pays with it from then on (spec 7). If anything is refused, the old card stays. */
function useChangeCard(purpose: CardPurpose, save: CardEntryState['save']) {
  const [state, setState] = useState<ChangeState>({ step: 'form' });
  const methodId = useRef<string>(undefined);

  const take = async (paymentMethodId: string): Promise<void> => {
    try {
      const { shop } = await callApi(setDefaultPaymentMethod, { body: { paymentMethodId, ...purpose } });
      setState({ step: 'done', shop });
    } catch (error) {
      const refused = anotherCardHelps(error);
      const problem = failureText(error, { refused: cardFailureTexts.failed, unreachable: tryAgainText });
      const unsure = mayBeDone(error);
      if (refused) methodId.current = undefined;
      setState({ step: refused ? 'form' : 'saved', problem, unsure });
    }
  };

  const [change, busy] = useAction(async () => {
    setState({ step: methodId.current === undefined ? 'form' : 'saved' });
    if (methodId.current !== undefined) {
      await take(methodId.current);
      return undefined;
    }
    const saved = await save();
    if ('invalid' in saved) return saved.invalid;
    if ('problem' in saved) {
      setState({ step: 'form', problem: saved.problem });
      return undefined;
    }
    methodId.current = saved.paymentMethodId;
    await take(saved.paymentMethodId);
    return undefined;
  });

  const startOver = (): void => {
    methodId.current = undefined;
    setState({ step: 'form' });
  };

  return { state, busy, change, startOver };
}
