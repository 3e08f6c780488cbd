import { CallError } from '#shared/errors';
import { hasLeft, isSendable, type Movement, type Parcel } from '#shared/model/movement';
import { clock } from '../../adapters/clock';
import { changeWrite, newsWrite, type MovementItem } from '../../adapters/devices-table/movements';
import { writeAll } from '../../adapters/dynamodb/transaction';
import type { Caller } from '../caller';
import { endRequestOf } from '../device-requests/advance-request';
import { contactOf } from '../booking/describe-shop';
import { findMovement } from '../ownership/find-movement';
import { withUse } from '../limits/limits';
import { isWithdrawable, toMovement } from './to-movement';

const refusal = (): CallError => new CallError('MOVEMENT_NOT_CHANGEABLE');
const tooEarly = '交換機を発送する前のため、まだ記録できません。交換機が届いてから、お手元のデバイスをご返送ください。';

async function requireMovement({ userId }: Pick<Caller, 'userId'>, movementId: string): Promise<MovementItem> {
  const found = await findMovement(userId, movementId);
  if (!found) throw new CallError('MOVEMENT_NOT_FOUND');
  return found.movement;
}

/**
 * Changes a movement and tells the staff, in one transaction, which `write` sends; refused if its state has changed
 * meanwhile.
 */
async function change(
  { snapshots }: Pick<Caller, 'snapshots'>,
  movement: MovementItem,
  news: 'sent' | 'withdrawn',
  to: Partial<Pick<MovementItem, 'state' | 'parcel'>>,
  write = writeAll,
): Promise<MovementItem> {
  const snapshot = snapshots.find(({ customerId }) => customerId === movement.customerId);
  if (!snapshot) throw new CallError('MOVEMENT_NOT_FOUND');
  const now = clock.seconds();
  const moved = { ...to, movedAt: now };
  const written = await write([
    changeWrite(movement, moved),
    newsWrite(movement, { change: news, shop: contactOf(snapshot.record) }, now),
  ]);
  if (!written) throw refusal();
  return { ...movement, ...moved };
}

/**
 * Records that the owner sent the devices back, and by which parcel. Does nothing if the parcel is known. Throws
 * MOVEMENT_NOT_CHANGEABLE for a shipment, for an exchange whose other device was not sent yet, and once the devices
 * have arrived; TOO_MANY_ATTEMPTS for a parcel that was changed as often as the stage allows in a day. What is refused
 * for another reason does not count.
 */
export async function markSent(
  caller: Pick<Caller, 'userId' | 'snapshots'>,
  movementId: string,
  parcel: Parcel,
): Promise<{ movement: Movement }> {
  const movement = await requireMovement(caller, movementId);
  const known = movement.parcel?.carrier === parcel.carrier && movement.parcel.number === parcel.number;
  if (known && hasLeft(movement)) return { movement: toMovement(movement) };
  if (movement.kind === 'swap' && movement.state === 'ordered')
    throw new CallError('MOVEMENT_NOT_CHANGEABLE', { text: tooEarly });
  if (!isSendable(movement)) throw refusal();
  const state = hasLeft(movement) ? movement.state : 'on-its-way';
  const use = { kind: 'parcel', of: { movement: movementId } } as const;
  const sent = await withUse(use, () => change(caller, movement, 'sent', { state, parcel }));
  return { movement: toMovement(sent) };
}

/**
 * Withdraws a return or exchange that the staff have not begun, and frees its device. Safe to repeat. Throws
 * MOVEMENT_NOT_CHANGEABLE for any other movement.
 */
export async function withdrawMovement(
  caller: Pick<Caller, 'userId' | 'snapshots'>,
  movementId: string,
): Promise<{ movement: Movement }> {
  const movement = await requireMovement(caller, movementId);
  if (movement.state === 'withdrawn') return { movement: toMovement(movement) };
  if (!isWithdrawable(movement)) throw refusal();
  // Its request and the device's lock end in the same transaction: nobody would repeat a call that was cut off.
  const withdrawn = await change(caller, movement, 'withdrawn', { state: 'withdrawn' }, (writes) =>
    endRequestOf(movement, writes),
  );
  return { movement: toMovement(withdrawn) };
}
