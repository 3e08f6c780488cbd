import { useState } from 'react';
import {
  awaited,
  devicesText,
  isOpen,
  isSendable,
  movementCauses,
  movementKinds,
  type MovementKind,
  type Movement,
  type MovementState,
  hasLeft,
  parcelSchema,
} from '#shared/model/movement';
import { markSent, listMovements, withdrawMovement } from '#shared/contract/movement';
import { Badge, type Tone, DateText } from '../../ui/content';
import { nextSteps } from '../../text/next-steps';
import { Button } from '../../ui/basics';
import { NextSteps } from '../../ui/next-steps';
import { callApi } from '../../lib/api';
import { Form, FormActions } from '../../ui/form';
import { TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast';
import { useSubmitForm } from '../../ui/use-submit-form';
import { doneOrFound } from '../../lib/api-failure';
import { useCall } from '../../lib/use-call';
import { useAction } from '../../ui/use-action';

/** The state of a movement in words for its owner; a device that is shipped needs no box. */
const movementStateText = (kind: MovementKind, state: MovementState): string =>
  ({
    ordered: kind === 'ship' ? '発送の準備中' : kind === 'swap' ? '交換機の準備中' : '返却用の箱を準備中',
    'box-sent': kind === 'swap' ? '交換機を発送済み' : '返却用の箱を発送済み',
    'on-its-way': kind === 'ship' ? '配送中' : 'ご返送中',
    arrived: kind === 'ship' ? 'お届け済み' : '到着を確認済み',
    closed: '完了',
    withdrawn: '取り下げ',
  })[state];

const tones: Record<MovementState, Tone> = {
  ordered: 'neutral',
  'box-sent': 'info',
  'on-its-way': 'info',
  arrived: 'success',
  closed: 'outline',
  withdrawn: 'outline',
};

interface MovementLineProps {
  movement: Movement;
  /** The shop that it is of. */
  customerId: string;
}

/** One shipment, collection or swap: its devices, how far it is, and what its owner can do. */
export function MovementLine({ movement, customerId }: MovementLineProps) {
  const { kind, cause, count, back, state, parcel } = movement;
  const left = isOpen(movement) ? { count: count - back.length, serialNumbers: awaited(movement) } : movement;
  const [naming, setNaming] = useState(false);
  const sendable = isSendable(movement);
  return (
    <div className="py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-semibold tabular-nums">
          {movementKinds[kind].label} {count}台
        </p>
        <Badge tone={tones[state]}>{movementStateText(kind, state)}</Badge>
      </div>
      <p className="mt-1 text-sm text-ink-soft">
        {movementCauses[cause].label}
        {left.serialNumbers.length > 0 && <span className="tabular-nums">（{devicesText(left)}）</span>}
      </p>
      {isOpen(movement) && back.length > 0 && (
        <p className="mt-1 text-sm tabular-nums">
          {back.length} / {count}台の到着を確認しました
        </p>
      )}
      {movement.arrivedAt && (
        <p className="mt-1 text-sm">
          到着日: <DateText iso={movement.arrivedAt} />
        </p>
      )}
      {parcel && (
        <p className="mt-1 text-sm tabular-nums">
          お荷物: {parcel.carrier} {parcel.number}
        </p>
      )}
      {isOpen(movement) && <NextSteps className="mt-3" steps={nextSteps(movement)} />}
      {naming && <ParcelForm movement={movement} onClose={() => setNaming(false)} />}
      {!naming && (sendable || movement.withdrawable) && (
        <div className="mt-3 flex flex-wrap gap-3">
          {sendable && (
            <Button variant="secondary" size="sm" onClick={() => setNaming(true)}>
              {ownParcel(movement) ? '送り状番号を変更' : '発送を連絡する'}
            </Button>
          )}
          {movement.withdrawable && <WithdrawButton movement={movement} customerId={customerId} />}
        </div>
      )}
    </div>
  );
}

/** The parcel in which the devices of a return or exchange come back, and not one that the staff sent. */
const ownParcel = (movement: Movement) => (hasLeft(movement) ? movement.parcel : null);

/** Names the parcel in which devices come back. */
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
    <Form form={form} className="mt-4 max-w-xl">
      <TextField label="配送会社" required placeholder="ヤマト運輸" {...form.field('carrier')} />
      <TextField label="送り状番号" required inputMode="numeric" {...form.field('number')} />
      <FormActions onCancel={onClose}>
        <Button type="submit" busy={form.busy}>
          記録する
        </Button>
      </FormActions>
    </Form>
  );
}

/** An exchanged device may be one that its owner was told not to use (the exchange wizard's warning). */
const withdrawnText = ({ cause }: Movement): string =>
  cause === 'exchange'
    ? '交換は行いません。異常な発熱やコンセントの破損があるデバイスは、使用せずに担当者へご連絡ください。'
    : 'デバイスはそのままお使いいただけます。';

/** Withdraws a return or exchange that the staff have not begun. */
function WithdrawButton({ movement, customerId }: { movement: Movement; customerId: string }) {
  const { id } = movement;
  const { mutate: readAgain } = useCall(listMovements, { params: { id: customerId } });
  const tell = (): void =>
    showToast({ tone: 'success', title: '取り下げました', description: withdrawnText(movement) });
  const [withdraw, busy] = useAction(
    async () => {
      await doneOrFound(callApi(withdrawMovement, { params: { id } }), readAgain, ({ movements }) =>
        movements.some((one) => one.id === id && one.state === 'withdrawn'),
      );
      return tell;
    },
    { title: '取り下げできませんでした' },
  );
  return (
    <Button variant="quiet" size="sm" busy={busy} onClick={withdraw}>
      取り下げる
    </Button>
  );
}
