import { useState } from 'react';
import {
  devicesText,
  isOpen,
  isSendable,
  movementCauses,
  movementKinds,
  movementStateText,
  type Movement,
  type MovementState,
} from '#shared/model/movement';
import { Badge, type Tone } from '../../ui/badge';
import { nextSteps } from '../../text/next-steps';
import { Button } from '../../ui/button';
import { DateText } from '../../ui/date-text';
import { NextSteps } from '../../ui/next-steps';
import { ownParcel, ParcelForm } from './parcel-form';
import { WithdrawButton } from './withdraw-button';

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
  const { kind, cause, count, serialNumbers, state, parcel } = movement;
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
        {serialNumbers.length > 0 && <span className="tabular-nums">（{devicesText(movement)}）</span>}
      </p>
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
      {isOpen(movement) && (
        <div className="mt-3">
          <NextSteps steps={nextSteps(movement)} />
        </div>
      )}
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
