import { useState } from 'react';
import { listMovements, markSent } from '#shared/contract/movement';
import { isoDayInJapan } from '#shared/model/japan-time';
import { sum } from '#shared/numbers';
import {
  isOpen,
  type Counts,
  type Movement,
  leftToMove,
  devicesText,
  awaitsParcel,
  movementCauses,
  movementKinds,
  type MovementKind,
  hasLeft,
  parcelSchema,
} from '#shared/model/movement';
import { useCall } from '../../lib/use-call';
import { useNow } from '../../lib/use-timeout';
import { Card, Badge, type Tone, DateText, NextSteps } from '../../ui/content';
import { PartFailure, Skeleton, Button } from '../../ui/basics';
import { nextSteps } from '../../text/next-steps';
import { callApi } from '../../lib/api';
import { Form, FormActions } from '../../ui/form';
import { TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast';
import { useSubmitForm } from '../../ui/use-submit-form';
import { lazyDialog } from '../../ui/lazy-dialog';
import { Folded } from '../../ui/disclosure';

const WithdrawDialog = lazyDialog(() => import('./withdraw-dialog').then((module) => module.WithdrawDialog));

interface MovementsCardProps {
  customerId: string;
  /** Only what is open of this subscription: what is finished stands on its shop's screen. */
  subscriptionId?: string;
}

/**
 * What is on its way (decisions/movements), and how many devices are held and billed. A line alone if nothing is open
 * and both are the same.
 */
export function MovementsCard({ customerId, subscriptionId }: MovementsCardProps) {
  const read = useCall(listMovements, { params: { id: customerId } });
  const { data, error } = read;
  const today = useToday();
  const ofThis = (subscription: string): boolean => subscriptionId === undefined || subscription === subscriptionId;
  // A missing card would say that nothing is on its way.
  if (error && !data) return <PartFailure read={read} title="発送・返却の状況を取得できませんでした" />;
  if (!data)
    return (
      <Card title="デバイスの発送・返却">
        <Skeleton lines={2} label="発送・返却の状況を読み込み中" />
      </Card>
    );
  const counts = data.counts.filter(({ subscription }) => ofThis(subscription));
  const movements = data.movements.filter(({ subscription }) => ofThis(subscription));
  // What waits for the owner first.
  const open = movements
    .filter((movement) => !stateOf(movement))
    .toSorted((a, b) => Number(awaitsParcel(b, today)) - Number(awaitsParcel(a, today)));
  const finished = subscriptionId === undefined ? movements.filter(stateOf) : [];
  const [held, billed] = [sum(counts.map((one) => one.held)), sum(counts.map((one) => one.billed))];
  const differ = counts.some((one) => one.held !== one.billed);
  // One with a device too many and one with a device too few would be equal together.
  const told = differ && held === billed ? counts : [{ subscription: undefined, held, billed }];
  const isCard = open.length > 0 || differ;
  const past = finished.length > 0 && (
    <Folded label={`完了した発送・返却（${finished.length}件）`} className="">
      <MovementList label="完了した発送・返却" movements={finished} customerId={customerId} />
    </Folded>
  );
  return (
    <>
      {isCard && (
        <Card
          title="デバイスの発送・返却"
          // Before the first device is there, the list says all.
          description={
            (held > 0 || open.length === 0) &&
            told.map(({ subscription, ...count }) => (
              <HeldAndBilled
                key={subscription ?? ''}
                {...count}
                open={open.filter((one) => subscription === undefined || one.subscription === subscription)}
              />
            ))
          }
        >
          <MovementList label="手続き中の発送・返却" movements={open} customerId={customerId} />
          {past && (
            <div className="-mx-5 mt-5 -mb-5 border-t border-line px-5 py-1 sm:-mx-7 sm:-mb-7 sm:px-7">{past}</div>
          )}
        </Card>
      )}
      {!isCard && past && <div className="card px-5 py-1 sm:px-7">{past}</div>}
    </>
  );
}

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
        <li key={movement.id} className="first:*:pt-1 last:*:pb-0">
          <MovementLine movement={movement} customerId={customerId} />
        </li>
      ))}
    </ul>
  );
}

const movingWords: Record<MovementKind, string> = { ship: 'お届け予定', collect: '返却予定', swap: '交換中' };

interface HeldAndBilledProps extends Pick<Counts, 'held' | 'billed'> {
  open: readonly Movement[];
}

/** `お手元 3台 / ご請求 3台`, and what is still to come or to go: no longer what has arrived. */
function HeldAndBilled({ held, billed, open }: HeldAndBilledProps) {
  const parts = (['ship', 'collect', 'swap'] as const).flatMap((kind) => {
    const moving = open.filter((one) => one.kind === kind && one.state !== 'arrived');
    const count = sum(moving.map((one) => one.count - one.back.length));
    return count > 0 ? [`${movingWords[kind]} ${count}台`] : [];
  });
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span className="text-ink tabular-nums">
        お手元&nbsp;{held}台 / ご請求&nbsp;{billed}台
      </span>
      {parts.length > 0 && <span className="phrased tabular-nums">（{parts.join('、')}）</span>}
    </span>
  );
}

/** The state of a movement that has no step ahead, in a word. */
function stateOf({ kind, state }: Movement): { tone: Tone; text: string } | undefined {
  if (state === 'closed') return { tone: 'outline', text: '完了' };
  if (state === 'withdrawn') return { tone: 'outline', text: '取り下げ' };
  return kind === 'ship' && state === 'arrived' ? { tone: 'success', text: 'お届け済み' } : undefined;
}

const useToday = (): string => isoDayInJapan(useNow() / 1000);

const takeFocus = (button: HTMLButtonElement | null): void => button?.focus();

/** One shipment, collection or swap: its devices, how far it is, and what its owner can do. */
function MovementLine({ movement, customerId }: { movement: Movement; customerId: string }) {
  const { kind, cause, count, back, parcel } = movement;
  const left = isOpen(movement) ? { count: count - back.length, serialNumbers: leftToMove(movement) } : movement;
  // False once it was closed: the button that comes back takes the focus.
  const [naming, setNaming] = useState<boolean>();
  const [withdrawing, setWithdrawing] = useState(false);
  const sendable = awaitsParcel(movement, useToday());
  const known = stateOf(movement);
  return (
    <div className="py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="tabular-nums">
          <span className="font-semibold">
            {movementKinds[kind].label} {count}台
          </span>
          {!movementCauses[cause].requested && `（${movementCauses[cause].label}）`}
          {left.serialNumbers.length > 0 && `（${devicesText(left)}）`}
        </p>
        {known && <Badge tone={known.tone}>{known.text}</Badge>}
      </div>
      {isOpen(movement) && back.length > 0 && (
        <p className="mt-1 text-sm tabular-nums">
          {back.length} / {count}台の到着を確認しました
        </p>
      )}
      {movement.arrivedAt && (
        <p className="mt-1 text-sm">
          到着日 <DateText iso={movement.arrivedAt} />
        </p>
      )}
      {parcel && (
        <p className="mt-1 text-sm tabular-nums">
          お荷物 {parcel.carrier} {parcel.number}
        </p>
      )}
      {!known && <NextSteps className="mt-3" steps={nextSteps(movement)} />}
      {naming && <ParcelForm movement={movement} onClose={() => setNaming(false)} />}
      {!naming && (sendable || movement.withdrawable) && (
        <div className={`flex flex-wrap gap-3 ${sendable ? 'mt-4' : 'mt-1'}`}>
          {sendable && (
            <Button
              variant={ownParcel(movement) ? 'secondary' : 'primary'}
              size="sm"
              ref={naming === false ? takeFocus : null}
              onClick={() => setNaming(true)}
            >
              {ownParcel(movement) ? '送り状番号を変更' : '発送したことを連絡する'}
            </Button>
          )}
          {movement.withdrawable && (
            <Button variant="quiet" size="sm" className="-mb-2 -ml-4" onClick={() => setWithdrawing(true)}>
              {movementKinds[kind].label}を取り下げる
            </Button>
          )}
        </div>
      )}
      {withdrawing && (
        <WithdrawDialog movement={movement} customerId={customerId} onClose={() => setWithdrawing(false)} />
      )}
    </div>
  );
}

/** The parcel in which the devices of a return or exchange come back, and not one that the staff sent. */
const ownParcel = (movement: Movement) => (hasLeft(movement) ? movement.parcel : null);

function ParcelForm({ movement, onClose }: { movement: Movement; onClose: () => void }) {
  const form = useSubmitForm(parcelSchema, {
    defaultValues: ownParcel(movement) ?? { carrier: '', number: '' },
    focusFirst: true,
    send: async (body) => {
      await callApi(markSent, { params: { id: movement.id }, body });
      return () => {
        showToast({ tone: 'success', title: '発送を記録しました', description: '担当者にもお知らせしました。' });
        onClose();
      };
    },
    failed: { title: '発送を記録できませんでした' },
  });
  return (
    <Form form={form} className="mt-4 max-w-xl space-y-5">
      <TextField label="配送会社" required placeholder="ヤマト運輸" {...form.field('carrier')} />
      <TextField label="送り状番号" required inputMode="numeric" {...form.field('number')} />
      <FormActions form={form} label="記録する" onCancel={onClose} />
    </Form>
  );
}
