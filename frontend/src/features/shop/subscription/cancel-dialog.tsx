import { useNavigate } from 'react-router-dom';
import { cancelSubscription } from '#shared/contract/billing';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import type { Ending } from '#shared/model/ending';
import { boxIfHeld, noRefund, returnIfHeld } from '#shared/model/ending-words';
import { awaitsPayment, hasNotBegun, isOver } from '#shared/model/subscription-status';
import { deviceCount } from '#shared/model/subscription-facts';
import { callApi } from '../../../lib/api';
import { changedState } from '../../../lib/use-changed';
import { paths } from '../../../lib/paths';
import { useKeepShop } from '../../../lib/use-shops';
import { Alert } from '../../../ui/alert';
import { Button, ButtonLink } from '../../../ui/button';
import { DateText } from '../../../ui/date-text';
import { Dialog } from '../../../ui/dialog';
import { showToast } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';
import { doneText } from '../action-texts';
import { owesPayment } from '../payment/open-invoices';
import { useActionFailed } from '../use-action-failed';

interface CancelDialogProps {
  shop: ShopRecord;
  subscription: Subscription;
  /** The ends that it can have now. */
  endings: readonly Ending[];
  onClose: () => void;
}

/**
 * The last question before a subscription ends at once: the consequences, and how to end it later instead. Leads to the
 * shop (spec 2, Subscription detail).
 */
export function CancelDialog({ shop, subscription, endings, onClose }: CancelDialogProps) {
  const navigate = useNavigate();
  const keep = useKeepShop();
  const actionFailed = useActionFailed(shop.customer.id);
  const isEnded = ({ subscriptions }: ShopRecord): boolean =>
    subscriptions.every(({ id, status }) => id !== subscription.id || isOver({ status }));
  const leave = async (changed: ShopRecord): Promise<void> => {
    showToast({
      tone: 'success',
      title: '契約を解約しました',
      description: doneText(boxIfHeld, isEnded(changed)),
    });
    const state = changedState({ customerId: shop.customer.id, subscriptionId: subscription.id });
    await navigate(paths.shop(shop.customer.id), { state });
  };
  const [cancel, busy] = useAction(
    async () => {
      const { shop: changed } = await callApi(cancelSubscription, { params: { id: subscription.id } });
      await keep(changed);
      await leave(changed);
    },
    async (error) => {
      const ended = await actionFailed('キャンセル処理中にエラーが発生しました', error, isEnded);
      if (ended) await leave(ended);
    },
  );

  return (
    <Dialog
      onClose={onClose}
      title="契約を解約しますか？"
      locked={busy}
      actions={
        <>
          <Button variant="quiet" disabled={busy} onClick={onClose} data-autofocus>
            解約しない
          </Button>
          <Button variant="danger" busy={busy} onClick={cancel}>
            解約する
          </Button>
        </>
      }
    >
      <div className="space-y-5">
        <Alert tone="warning" title="この操作は取り消せません">
          {deviceCount(subscription)}台分の契約がただちに終了します。
        </Alert>
        <ul className="list-disc space-y-2 pl-5 marker:text-ink-soft">
          <li>{subscription.status === 'trialing' ? '無料トライアル中のため、料金はかかりません。' : noRefund}</li>
          {!hasNotBegun(subscription) && <li>{returnIfHeld}</li>}
          {!hasNotBegun(subscription) && owesPayment(shop, subscription) && (
            <li>未払いのご請求は、解約後もお支払いが必要です。</li>
          )}
        </ul>
        {!subscription.cancel_at_period_end &&
          !awaitsPayment(subscription) &&
          endings.some(({ way }) => way === 'period') && (
            <div className="rounded-field bg-accent-soft px-4 py-3 text-sm text-accent-ink">
              <p>
                <DateText unix={subscription.current_period_end} />
                まで利用してから終了することもできます。
              </p>
              <ButtonLink to={paths.ending(subscription.id)} variant="secondary" size="sm" className="mt-3">
                終了日を選んで解約
              </ButtonLink>
            </div>
          )}
      </div>
    </Dialog>
  );
}
