import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { listWorkRecords } from '#shared/contract/repair';
import type { RepairRecord } from '#shared/model/device';
import { useCall } from '../../../lib/use-call';
import { Button, Skeleton, ReadFailure } from '../../../ui/basics';
import { DateText, Badge } from '../../../ui/content';

/** The steps of a repair (spec 2, work-record detail view). */
export function WorkRecords({ repair, onBack }: { repair: RepairRecord; onBack: () => void }) {
  const recordId = repair.$id.value ?? '';
  const records = useCall(listWorkRecords, recordId === '' ? null : { params: { recordId } });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { data = recordId === '' ? [] : undefined, error } = records;
  return (
    <section aria-label="作業履歴">
      <Button variant="quiet" size="sm" className="-ml-3" Icon={ArrowLeft} onClick={onBack}>
        修理履歴へ戻る
      </Button>
      <h3 ref={heading} tabIndex={-1} className="mt-2 text-lg font-bold outline-none">
        {repair.修理項目.value || '修理'}
      </h3>
      <p className="mt-1 mb-5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
        <DateText iso={repair.日時.value} />
        <RepairBadge repair={repair} />
      </p>
      {error && !data && <ReadFailure read={records} title="作業履歴の取得に失敗しました" />}
      {!error && !data && <Skeleton lines={3} label="作業履歴を読み込み中" />}
      {data?.length === 0 && <EmptyBox>作業履歴がありません</EmptyBox>}
      {data && data.length > 0 && (
        <ol>
          {data.map(({ $id, 日時, ドロップダウン }, index) => (
            <li key={$id.value} className="relative pb-5 pl-7 last:pb-0">
              {index < data.length - 1 && (
                <span aria-hidden className="absolute top-3 bottom-[-0.75rem] left-[7px] w-0.5 bg-line" />
              )}
              <span
                aria-hidden
                className="absolute top-1.5 left-0 size-4 rounded-full border-4 border-accent-soft bg-accent"
              />
              <p className="font-semibold">{ドロップダウン.value || '作業'}</p>
              <p className="text-sm text-ink-soft">
                <DateText iso={日時.value} form="minute" />
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Whether a repair is under way or done. */
export const RepairBadge = ({ repair }: { repair: RepairRecord }) =>
  isDone(repair) ? <Badge tone="success">完了</Badge> : <Badge tone="warning">処理中</Badge>;

/**
 * Done when the record's flag says 1 (spec 3); anything else is under way and blocks a new request (spec 4, Repair
 * wizard).
 */
export const isDone = (repair: RepairRecord): boolean => repair.修理完了フラグ.value === '1';

/** In place of a list of records that is empty. */
export const EmptyBox = ({ children }: { children: string }) => (
  <p className="rounded-field bg-sunken px-4 py-10 text-center text-ink-soft">{children}</p>
);
