import { RotateCw } from 'lucide-react';
import { getDeviceSync, syncDevices } from '#shared/contract/device';
import { callApi } from '../../../lib/api';
import { useCall } from '../../../lib/use-call';
import { Button } from '../../../ui/basics';
import { DateText } from '../../../ui/content';
import { showToast } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';

/**
 * When the devices were last read from the record system, and the button that has its changes read now (spec 7, POST
 * /api/devices/sync).
 */
export function SyncBar() {
  const { data, error } = useCall(getDeviceSync);
  const [sync, syncing] = useAction(
    async () => {
      const { finishedAt } = await callApi(syncDevices);
      if (finishedAt === null)
        showToast({
          tone: 'info',
          title: '同期を受け付けました',
          description: '1分ほどで反映されます。しばらくしてから画面を開き直してください。',
        });
      else showToast({ tone: 'success', title: '同期しました', description: 'すべて最新の情報です。' });
    },
    { title: '同期できませんでした', refused: 'しばらくしてから、もう一度お試しください。' },
  );
  return (
    <div className="-mt-3 mb-3 flex flex-wrap items-center justify-between gap-x-4">
      <p className="min-w-0 text-sm text-ink-soft tabular-nums">
        {data?.finishedAt === null && 'まだ同期していません'}
        {data?.finishedAt && (
          <>
            最終同期 <DateText unix={data.finishedAt} form="minute" />
          </>
        )}
        {error && !data && '最終同期の時刻を取得できませんでした'}
        {!data && !error && '最終同期の時刻を確認中'}
      </p>
      <Button variant="quiet" size="sm" className="-mx-4" busy={syncing} Icon={RotateCw} onClick={sync}>
        最新の情報に更新
      </Button>
    </div>
  );
}
