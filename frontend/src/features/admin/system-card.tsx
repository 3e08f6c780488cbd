import type { getSystemInformation } from '#shared/contract/admin';
import type { ResponseOf } from '#shared/contract/call';
import { longDateTime } from '../../lib/format';
import { Card } from '../../ui/card';
import { Skeleton } from '../../ui/skeleton';

/** The version and state of this system (spec 2, Admin: system info). */
export function SystemCard({ information }: { information: ResponseOf<typeof getSystemInformation> }) {
  const { stage, version, region, lastDeviceSync } = information;
  const rows = [
    ['ステージ', stage],
    ['バージョン', version],
    ['リージョン', region],
    ['デバイスの最終同期', lastDeviceSync === null ? 'まだ同期していません' : longDateTime(lastDeviceSync * 1000)],
  ] as const;
  return (
    <Card title="システム情報">
      <dl className="-my-3 divide-y divide-line">
        {rows.map(([label, value]) => (
          <div key={label} className="grid gap-x-6 py-3 sm:grid-cols-[12rem_1fr]">
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="font-semibold break-all tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** The placeholder until the server has allowed the page. */
export const SystemCardSkeleton = () => (
  <Card>
    <Skeleton lines={6} label="システム情報を読み込み中" />
  </Card>
);
