import type { Subscription } from '#shared/model/customer';
import { isPaused } from '#shared/model/subscription';
import { paths } from '../../../lib/paths';
import { Alert } from '../../../ui/basics';
import { NoticeDialog } from '../../../ui/dialog';

/** The shop's subscription of devices has to be paid for or resumed first; the way there. */
export function HeldView({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  return (
    <NoticeDialog
      onClose={onClose}
      title="サブスクリプションの新規契約"
      way={{
        to: paths.subscription(subscription.id),
        children: isPaused(subscription) ? '契約の詳細へ' : 'お支払いへ進む',
      }}
    >
      {isPaused(subscription) ? (
        <Alert tone="warning" title="一時停止しているご契約があります">
          先にそのご契約を再開してください。再開のあと、台数を変更できます。
        </Alert>
      ) : (
        <Alert tone="warning" title="お支払いが確認できていないご契約があります">
          先にそのご契約のお支払いを完了してください。お支払いのあと、台数を変更できます。
        </Alert>
      )}
    </NoticeDialog>
  );
}
