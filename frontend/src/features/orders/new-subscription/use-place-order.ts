import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { failedWith, mayBeDone } from '../../../lib/api-failure';
import { changedState } from '../../movements/what-next';
import { afterDialog } from '../../../ui/dialog-history';
import { showToast } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';
import { anotherCardHelps } from '../../payments/payment/confirm-payment';
import { showPriceNow, type usePricing } from '../order/use-pricing';
import { useRefreshShop } from '../../../lib/use-shops';
import { runningDeviceSubscription } from '../subscription-rules';
import { useOrder, type Order, type Ordered } from './use-order';
import type { OrderProblem } from './use-order-steps';

const failed = 'サブスクリプションの作成中にエラーが発生しました';

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
  const order = useOrder(customerId);
  const refresh = useRefreshShop(customerId);
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
    afterDialog(() => void navigate('.', { replace: true, state: changedState({ customerId, subscriptionId }) }));
    onClose();
  };

  const [place, placing] = useAction(async (wanted: Order) => {
    onProblem(undefined);
    const result = await order(wanted);
    if ('ordered' in result) {
      finish(result.ordered, wanted.pricing.trial);
      return;
    }
    if (failedWith(result.error, 'SUBSCRIPTION_EXISTS')) {
      const running = await refresh().then(runningDeviceSubscription, () => undefined);
      if (running) {
        onRunning(running);
        return;
      }
    }
    // The subscription may exist all the same: the screens behind the wizard show it then.
    if (mayBeDone(result.error)) void refresh().catch(() => undefined);
    // The price is shown again, as it is now, before anything is ordered.
    await showPriceNow(pricing, result.error);
    const title = failedWith(result.error, 'IDEMPOTENCY_KEY_IN_USE') ? 'お申し込みを処理しています' : failed;
    const owing = failedWith(result.error, 'SHOP_OWES') && result.error.details['subscriptionId'];
    const wantsCard = anotherCardHelps(result.error);
    onProblem({ title, text: result.problem, wantsCard, ...(typeof owing === 'string' && { owing }) });
  });
  return { ordered, place, placing };
}
