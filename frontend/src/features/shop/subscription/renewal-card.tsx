import { setAutoRenewal } from '#shared/contract/billing';
import type { Subscription } from '#shared/model/customer';
import { callApi } from '../../../lib/api';
import { longDate } from '../../../lib/format';
import { useKeepShop } from '../../../lib/use-shops';
import { Card } from '../../../ui/card';
import { SwitchField } from '../../../ui/switch-field';
import { showToast } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';
import { shownLater } from '../action-texts';
import { useActionFailed } from '../use-action-failed';

/** On means that the subscription does not end at its renewal (spec 4). */
export function RenewalCard({ customerId, subscription }: { customerId: string; subscription: Subscription }) {
  const actionFailed = useActionFailed(customerId);
  const keep = useKeepShop();
  const on = !subscription.cancel_at_period_end;
  const end = longDate(subscription.current_period_end * 1000);

  const [change, busy] = useAction(
    async (autoRenewal: boolean) => {
      const { shop } = await callApi(setAutoRenewal, { params: { id: subscription.id }, body: { autoRenewal } });
      await keep(shop);
      const shown = shop.subscriptions.some(
        ({ id, cancel_at_period_end: ending }) => id === subscription.id && ending !== autoRenewal,
      );
      const description = autoRenewal ? `${end}に契約を更新します。` : `${end}に契約が終了します。`;
      showToast({
        tone: 'success',
        title: `自動更新を${autoRenewal ? 'オン' : 'オフ'}にしました`,
        description: shown ? description : description + shownLater,
      });
    },
    (error) => actionFailed('自動更新設定の変更中にエラーが発生しました', error),
  );

  return (
    <Card>
      <SwitchField
        label="自動更新"
        description={
          on
            ? `${end}に1か月更新します。オフにすると、その日に契約が終了します。`
            : `${end}に契約が終了します。オンにすると、契約を続けられます。`
        }
        checked={on}
        busy={busy}
        onChange={change}
      />
    </Card>
  );
}
