import { RefreshCw } from 'lucide-react';
import { getDeviceSync, syncDevices } from '#shared/contract/device';
import { callApi } from '../../../lib/api';
import { ageText, longDateTime } from '../../../lib/format';
import { useCall } from '../../../lib/use-call';
import { useNow } from '../../../lib/use-timeout';
import { Button } from '../../../ui/basics';
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
  const now = useNow();
  const at = data?.finishedAt ? data.finishedAt * 1000 : undefined;
  return (
    <div
      className={[
        'mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line',
        'bg-surface py-2.5 pr-2.5 pl-4 sm:pl-5',
      ].join(' ')}
    >
      <p className="min-w-0 text-sm text-ink-soft">
        {at !== undefined && (
          <>
            最終同期 <span className="font-semibold whitespace-nowrap text-ink tabular-nums">{longDateTime(at)}</span>{' '}
            <span className="whitespace-nowrap">（{ageText(at, now)}）</span>
          </>
        )}
        {data && at === undefined && 'まだ同期していません'}
        {error && !data && '最終同期の時刻を取得できませんでした'}
        {!data && !error && '最終同期の時刻を確認中'}
      </p>
      <Button variant="secondary" size="sm" busy={syncing} Icon={RefreshCw} onClick={sync}>
        最新の情報に更新
      </Button>
    </div>
  );
}
