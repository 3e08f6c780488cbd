import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { listRepairs } from '#shared/contract/repair';
import type { RepairRecord } from '#shared/model/device';
import type { useCall } from '../../../lib/use-call';
import { Badge, Money, DateText } from '../../../ui/content';
import { ReadFailure, Skeleton } from '../../../ui/basics';
import { EmptyBox, RepairBadge, WorkRecords } from './work-records';

export type Repairs = ReturnType<typeof useCall<typeof listRepairs>>;

/** The repairs of a device, newest first; each opens its work records (spec 2, 4). */
export function RepairHistory({ repairs }: { repairs: Repairs }) {
  const [open, setOpen] = useState<RepairRecord>();
  const { data, error } = repairs;
  if (open) return <WorkRecords repair={open} onBack={() => setOpen(undefined)} />;
  if (error && !data) return <ReadFailure read={repairs} title="修理履歴の取得に失敗しました" />;
  if (!data) return <Skeleton lines={4} label="修理履歴を読み込み中" />;
  if (data.length === 0) return <EmptyBox>修理履歴がありません</EmptyBox>;
  return (
    <ul aria-label="修理履歴" className="divide-y divide-line rounded-field border border-line">
      {data.map((repair) => (
        <li key={repair.$id.value} className="relative flex items-center gap-3 px-4 py-3 hover:bg-sunken/60">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
              <DateText iso={repair.日時.value} />
              <RepairBadge repair={repair} />
              {repair.保証対象.value === 'はい' && <Badge tone="info">保証対象</Badge>}
            </p>
            <button type="button" className="mt-1 text-left font-semibold stretched" onClick={() => setOpen(repair)}>
              {repair.修理項目.value || '修理'}
              <span className="sr-only">の作業履歴を見る</span>
            </button>
            <p className="text-sm text-ink-soft">
              修理金額：
              {repair.確定修理金額.value ? (
                <Money className="font-semibold text-ink" yen={Number(repair.確定修理金額.value)} />
              ) : (
                '確認中'
              )}
            </p>
          </div>
          <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
        </li>
      ))}
    </ul>
  );
}
