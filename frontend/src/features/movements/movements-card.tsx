import { ChevronDown } from 'lucide-react';
import { listMovements } from '#shared/contract/movement';
import { isOpen, type Counts, type Movement } from '#shared/model/movement';
import { useCall } from '../../lib/use-call';
import { Card } from '../../ui/content';
import { PartFailure } from '../../ui/read-states';
import { Skeleton } from '../../ui/basics';
import { MovementLine } from './movement-line';

interface MovementsCardProps {
  customerId: string;
  /** Only what belongs to this subscription. */
  subscriptionId?: string;
}

/**
 * The devices held and billed, with what is on its way in between (decisions/movements). Nothing for a shop without
 * any.
 */
export function MovementsCard({ customerId, subscriptionId }: MovementsCardProps) {
  const read = useCall(listMovements, { params: { id: customerId } });
  const { data, error } = read;
  const ofThis = (subscription: string): boolean => subscriptionId === undefined || subscription === subscriptionId;
  // A missing card would say that nothing is on its way.
  if (error && !data) return <PartFailure read={read} title="発送・返却の状況を取得できませんでした" />;
  if (!data) return <MovementsSkeleton />;
  const counts = data.counts.filter(({ subscription }) => ofThis(subscription));
  const movements = data.movements.filter(({ subscription }) => ofThis(subscription));
  if (counts.length === 0 && movements.length === 0) return null;
  const open = movements.filter(isOpen);
  const finished = movements.filter((movement) => !isOpen(movement));
  return (
    <Card title="デバイスの発送・返却" description={<HeldAndBilled counts={counts} open={open} />}>
      <MovementList label="手続き中の発送・返却" movements={open} customerId={customerId} />
      {finished.length > 0 && (
        <details className={`group text-sm ${open.length > 0 ? 'mt-3' : '-mt-3 -mb-3'}`}>
          <summary className="-mx-2 flex min-h-11 cursor-pointer items-center gap-1.5 px-2 text-ink-soft">
            完了した発送・返却（{finished.length}件）
            <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
          </summary>
          <MovementList label="完了した発送・返却" movements={finished} customerId={customerId} />
        </details>
      )}
    </Card>
  );
}

const MovementsSkeleton = () => (
  <Card title="デバイスの発送・返却">
    <Skeleton lines={2} label="発送・返却の状況を読み込み中" />
  </Card>
);

interface MovementListProps {
  label: string;
  movements: readonly Movement[];
  customerId: string;
}

function MovementList({ label, movements, customerId }: MovementListProps) {
  if (movements.length === 0) return null;
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {movements.map((movement) => (
        <li key={movement.id}>
          <MovementLine movement={movement} customerId={customerId} />
        </li>
      ))}
    </ul>
  );
}

/** `お手元 3台 / ご請求 3台`, and what is still to come or to go: no longer what has arrived. */
function HeldAndBilled({ counts, open }: { counts: readonly Counts[]; open: readonly Movement[] }) {
  const sum = (name: 'held' | 'billed'): number => counts.reduce((all, one) => all + one[name], 0);
  const moving = (kind: Movement['kind']): number =>
    open.reduce(
      (all, one) => all + (one.kind === kind && one.state !== 'arrived' ? one.count - one.back.length : 0),
      0,
    );
  const parts = [
    moving('ship') > 0 && `お届け予定 ${moving('ship')}台`,
    moving('collect') > 0 && `返却予定 ${moving('collect')}台`,
    moving('swap') > 0 && `交換中 ${moving('swap')}台`,
  ].filter(Boolean);
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span className="text-base font-semibold text-ink tabular-nums">
        お手元 {sum('held')}台 / ご請求 {sum('billed')}台
      </span>
      {parts.length > 0 && <span className="tabular-nums">（{parts.join('、')}）</span>}
    </span>
  );
}
