import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { createSubscription, setDefaultPaymentMethod } from '#shared/contract/billing';
import type { ResponseOf } from '#shared/contract/call';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import type { PricedOrder } from '#shared/model/pricing';
import { callApi, failedWith, failureText, mayBeDone } from '../../../lib/api';
import { useRefreshShop } from '../../../lib/use-shops';
import { afterDialog } from '../../../ui/dialog-history';
import { showToast } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';
import { changedState } from '../../movements/what-next';
import { anotherCardHelps, unprovenText, usePaid } from '../../payments/payment/use-paid';
import { cardFailureTexts } from '../../payments/payment-method/card-entry';
import { tryAgainText } from '../../shop-page/use-action-failed';
import { seenPrice, showPriceNow, type usePricing } from '../order/use-pricing';
import { runningDeviceSubscription } from '../subscription-rules';

const failed = 'サブスクリプションの作成中にエラーが発生しました';

interface Order {
  /** The price that was shown, with its lines and whether there is a free trial. */
  pricing: PricedOrder;
  /** Empty for none. */
  promoCode: string;
  /** A card that was just saved; undefined for the shop's default card. */
  paymentMethodId: string | undefined;
}

/** An order whose subscription was created. */
export interface Ordered {
  subscriptionId: string;
  /** Why the new card is not the shop's default; the subscription still exists (spec 8). */
  cardProblem: string | undefined;
  /** Why its first payment is not made, or not known as made. */
  paymentProblem: ReturnType<typeof unprovenText> | undefined;
}

/** Makes a new card the shop's default; resolves with a text if that failed. */
const preferCard = (customerId: string, paymentMethodId: string): Promise<string | undefined> =>
  callApi(setDefaultPaymentMethod, { body: { paymentMethodId, customerId } }).then(
    () => undefined,
    (error: unknown) => failureText(error, { refused: cardFailureTexts.failed }),
  );

/**
 * Why the order does not go on, shown above the step. `wantsCard`: another card may help; `owing`: the subscription
 * that has to be paid first.
 */
export interface OrderProblem {
  title: string;
  text: string;
  wantsCard: boolean;
  owing?: string;
}

interface PlaceOrderOptions {
  shop: ShopRecord;
  pricing: ReturnType<typeof usePricing>;
  onProblem: (problem: OrderProblem | undefined) => void;
  onClose: () => void;
  /** A subscription of devices turned out to run already. */
  onRunning: (subscription: Subscription) => void;
}

/**
 * Places an order, and shows its result: the new subscription's page, or the problem. `ordered` is set if the order was
 * placed but its payment or card still needs an action.
 */
export function usePlaceOrder({ shop, pricing, onProblem, onClose, onRunning }: PlaceOrderOptions) {
  const customerId = shop.customer.id;
  const [ordered, setOrdered] = useState<Ordered>();
  const refresh = useRefreshShop(customerId);
  const { pay } = usePaid<ResponseOf<typeof createSubscription>>({ refresh });
  const navigate = useNavigate();

  const finish = (done: Ordered, trial: boolean): void => {
    if (done.cardProblem !== undefined || done.paymentProblem !== undefined) {
      setOrdered(done);
      return;
    }
    showToast({
      tone: 'success',
      title: 'サブスクリプションを開始しました',
      description: trial ? '無料トライアルが始まりました。' : 'お支払いが完了しました。',
    });
    const { subscriptionId } = done;
    afterDialog(
      () =>
        void navigate('.', {
          replace: true,
          state: changedState({ customerId, subscriptionId, did: 'お申し込みを承りました' }),
        }),
    );
    onClose();
  };

  const refused = async (refusal: unknown): Promise<void> => {
    if (failedWith(refusal, 'SUBSCRIPTION_EXISTS')) {
      const running = await refresh().then(runningDeviceSubscription, () => undefined);
      if (running) {
        onRunning(running);
        return;
      }
    }
    // The subscription may exist all the same: the screens behind the wizard show it then.
    if (mayBeDone(refusal)) void refresh().catch(() => undefined);
    // The price is shown again, as it is now, before anything is ordered.
    await showPriceNow(pricing, refusal);
    const title = failedWith(refusal, 'IDEMPOTENCY_KEY_IN_USE') ? 'お申し込みを処理しています' : failed;
    const text = failureText(refusal, { refused: '', unreachable: tryAgainText });
    const owing = failedWith(refusal, 'SHOP_OWES') && refusal.details['subscriptionId'];
    const wantsCard = anotherCardHelps(refusal);
    onProblem({ title, text, wantsCard, ...(typeof owing === 'string' && { owing }) });
  };

  const [place, placing] = useAction(async ({ pricing: shown, promoCode, paymentMethodId }: Order) => {
    onProblem(undefined);
    const body = {
      items: shown.breakdown.map(({ priceId, quantity }) => ({ price: priceId, quantity })),
      trial: shown.trial,
      seen: seenPrice(shown),
      ...(promoCode !== '' && { promoCode }),
      ...(paymentMethodId !== undefined && { paymentMethodId }),
    };
    const paid = await pay((options) => callApi(createSubscription, { params: { customerId }, body }, options));
    if (paid.outcome === 'refused') return refused(paid.error);
    const { subscriptionId } = paid.answer;
    const cardProblem = paymentMethodId === undefined ? undefined : await preferCard(customerId, paymentMethodId);
    const paymentProblem =
      paid.outcome === 'done'
        ? undefined
        : unprovenText(paid, 'お支払いが完了しませんでした', '料金は請求されていません。');
    finish({ subscriptionId, cardProblem, paymentProblem }, shown.trial);
  });
  return { ordered, place, placing };
}
