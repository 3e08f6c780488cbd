import { RefreshCw } from 'lucide-react';
import { getDeviceSync } from '#shared/contract/device';
import { ageText, longDateTime } from '../../../lib/format';
import { useCall } from '../../../lib/use-call';
import { useNow } from '../../../lib/use-timeout';
import { Button } from '../../../ui/basics';
import { useSync } from './use-sync';

/** When the devices were last read from the record system, and the button that reads them now. */
export function SyncBar() {
  const { data, error } = useCall(getDeviceSync);
  const { syncing, sync } = useSync();
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
