import type { ReactNode } from 'react';
import { setAutoRenewal } from '#shared/contract/billing';
import type { Subscription } from '#shared/model/customer';
import { plannedEndOf } from '#shared/model/ending';
import { isRenewable } from '#shared/model/subscription';
import { callApi } from '../../../lib/api';
import { longDate, monthAndDay } from '../../../lib/format';
import { Card } from '../../../ui/content';
import { SwitchField } from '../../../ui/switch-field';
import { showToast } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';
import { doneText, useActionFailed } from '../../shop-page/use-action-failed';

interface RenewalCardProps {
  subscription: Subscription;
  renewal: ReturnType<typeof useAutoRenewal>;
  /** The way to another end. */
  children: ReactNode;
}

/** Switches the auto-renewal of a subscription, and says what that means. */
export function useAutoRenewal(customerId: string, subscription: Subscription) {
  const actionFailed = useActionFailed(customerId);
  const end = longDate((plannedEndOf(subscription) ?? subscription.current_period_end) * 1000);
  return useAction(
    async (autoRenewal: boolean) => {
      const { shop } = await callApi(setAutoRenewal, { params: { id: subscription.id }, body: { autoRenewal } });
      const shown = shop.subscriptions.some(
        (one) => one.id === subscription.id && (plannedEndOf(one) === undefined) === autoRenewal,
      );
      const description = autoRenewal
        ? `${longDate(subscription.current_period_end * 1000)}に契約を更新します。`
        : `${end}に契約が終了します。`;
      showToast({
        tone: 'success',
        title: `自動更新を${autoRenewal ? 'オン' : 'オフ'}にしました`,
        description: doneText(description, shown),
      });
    },
    async (error) => void (await actionFailed('自動更新設定の変更中にエラーが発生しました', error)),
  );
}

/** On means that the subscription does not end at its renewal (spec 4). */
export function RenewalCard({ subscription, renewal: [change, busy], children }: RenewalCardProps) {
  const on = plannedEndOf(subscription) === undefined;
  const ends = on && `オフなら${monthAndDay(subscription.current_period_end * 1000)}に終了します。`;
  return (
    <Card>
      <SwitchField
        label="自動更新"
        description={isRenewable(subscription) ? ends : 'ご契約を再開すると切り替えられます。'}
        checked={on}
        disabled={!isRenewable(subscription)}
        busy={busy}
        onChange={change}
      />
      <div className="mt-4 -mb-3 border-t border-line pt-2 sm:-mb-4">{children}</div>
    </Card>
  );
}
