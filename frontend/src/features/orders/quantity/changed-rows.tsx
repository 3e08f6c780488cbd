import { ArrowRight } from 'lucide-react';
import { Badge, Money } from '../../../ui/content';
import { isChanged, isRemoved, type QuantityRow } from './rows';

/** The quantity of each product before and after the change. */
export function ChangedRows({ rows }: { rows: readonly QuantityRow[] }) {
  return (
    <ul aria-label="変更内容" className="mb-3 space-y-2">
      {rows.map((row) => (
        <li
          key={row.key}
          className={`flex flex-wrap items-baseline justify-between gap-x-3 ${isChanged(row) ? '' : 'text-ink-soft'}`}
        >
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
            <p className={isRemoved(row) ? 'text-ink-soft line-through' : ''}>{row.name}</p>
            <p className="text-xs text-ink-soft sm:text-sm">
              <Money yen={row.unitAmount} />
              /月
            </p>
          </div>
          <div className="ml-auto flex shrink-0 flex-wrap items-center justify-end gap-x-2">
            {isRemoved(row) && <Badge tone="danger">削除</Badge>}
            {row.before === 0 && <Badge tone="success">追加</Badge>}
            {isChanged(row) ? (
              <p className="flex items-center gap-2 tabular-nums">
                <span className="text-ink-soft">{row.before}</span>
                <ArrowRight aria-hidden className="size-4 text-ink-soft" />
                <span className="sr-only">から</span>
                <strong className="text-lg">{row.after}</strong>
                <span className="sr-only">へ</span>
              </p>
            ) : (
              <p className="tabular-nums">
                {row.after}
                <span className="ml-2 text-sm">変更なし</span>
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
