import type { getSystemInformation } from '#shared/contract/admin';
import type { ResponseOf } from '#shared/contract/call';
import { longDateTime } from '../../lib/format';
import { Card } from '../../ui/card';
import { DetailList } from '../../ui/detail-list';
import { Skeleton } from '../../ui/skeleton';

/** The version and state of this system (spec 2, Admin: system info). */
export function SystemCard({ information }: { information: ResponseOf<typeof getSystemInformation> }) {
  const { stage, version, region, lastDeviceSync } = information;
  return (
    <Card title="システム情報">
      <DetailList
        rows={{
          ステージ: stage,
          バージョン: version,
          リージョン: region,
          デバイスの最終同期: lastDeviceSync === null ? 'まだ同期していません' : longDateTime(lastDeviceSync * 1000),
        }}
      />
    </Card>
  );
}

/** The placeholder until the server has allowed the page. */
export const SystemCardSkeleton = () => (
  <Card>
    <Skeleton lines={6} label="システム情報を読み込み中" />
  </Card>
);
