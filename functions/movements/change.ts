import { CallError } from '#shared/errors';
import { hasLeft, isSendable, type Movement, type Parcel, type Counts, movementCauses } from '#shared/model/movement';
import { clock } from '#functions/platform/clock';
import { logger } from '#functions/platform/logger';
import { readRequestRecord } from '#functions/devices/add-request';
import { applyMovements, endRequestOf } from './advance';
import { changeWrite, type MovementItem, readShopMovements } from './movements-table';
import { Contended, retryContention } from '#functions/platform/dynamodb/contention';
import { type Write, writeAll } from '#functions/platform/dynamodb/transaction';
import type { SnapshotItem } from '#functions/platform/users-table';
import type { Caller } from '#functions/http/caller';
import { findMovement } from '#functions/shops/ownership';
import { consume, giveBack } from '#functions/limits/limits';
import type { ShopRecord } from '#shared/model/customer';
import { subscriptionOf } from '#functions/devices/items';
import { devicesOfShop, isPaidFor } from '#functions/devices/shop-devices';
import { isHeld } from '#shared/model/device-request';
import { contactOf } from '#functions/shops/describe-shop';
import { billedBySubscription } from './book';
import { versionWrite } from '#functions/shops/shops-table';
import { staffWrites } from './staff-tasks';

const refusal = (): CallError => new CallError('MOVEMENT_NOT_CHANGEABLE');
const tooEarly = '交換機を発送する前のため、まだ記録できません。交換機が届いてから、お手元のデバイスをご返送ください。';

/** One of the caller's movements, and its shop as it was last read. */
interface Found {
  movement: MovementItem;
  snapshot: SnapshotItem;
}

async function requireMovement({ userId }: Pick<Caller, 'userId'>, movementId: string): Promise<Found> {
  const found = await findMovement(userId, movementId);
  if (!found?.owned.snapshot) throw new CallError('MOVEMENT_NOT_FOUND');
  return { movement: found.movement, snapshot: found.owned.snapshot };
}

/** The writes that change a movement and tell the staff; they fail if anybody has changed it meanwhile. */
const changeOf = (
  { movement, snapshot }: Found,
  change: 'sent' | 'withdrawn',
  moved: Pick<MovementItem, 'movedAt'> & Partial<MovementItem>,
): Write[] => [
  changeWrite(movement, moved),
  ...staffWrites({ ...movement, ...moved }, { change, shop: contactOf(snapshot.record) }),
];

/**
 * Records that the owner sent the devices back, and by which parcel. Safe to repeat. Throws MOVEMENT_NOT_CHANGEABLE for
 * a shipment, an exchange not sent yet and what has arrived, TOO_MANY_ATTEMPTS for a parcel changed too often in a day.
 */
export async function markSent(
  caller: Pick<Caller, 'userId'>,
  movementId: string,
  parcel: Parcel,
): Promise<{ movement: Movement }> {
  const decide = async (): Promise<{ movement: Movement }> => {
    const found = await requireMovement(caller, movementId);
    const { movement, snapshot } = found;
    const known = movement.parcel?.carrier === parcel.carrier && movement.parcel.number === parcel.number;
    if (known && hasLeft(movement)) return { movement: toMovement(movement, snapshot.record) };
    if (movement.kind === 'swap' && movement.state === 'ordered')
      throw new CallError('MOVEMENT_NOT_CHANGEABLE', { text: tooEarly });
    if (!isSendable(movement)) throw refusal();
    const moved = { state: 'on-its-way' as const, parcel, movedAt: clock.seconds() };
    const counted = await consume({ kind: 'parcel', of: { movement: movementId } });
    try {
      if (!(await writeAll(changeOf(found, 'sent', moved)))) throw new Contended();
    } catch (error) {
      await giveBack(counted);
      throw error;
    }
    return { movement: toMovement({ ...movement, ...moved }, snapshot.record) };
  };
  return retryContention(decide).catch((error: unknown) => {
    throw error instanceof Contended ? refusal() : error;
  });
}

/** The time for asking the record system once, in milliseconds. */
const askFor = 3_000;

/** Takes over what the staff's record of a movement says now; what is mirrored counts if it cannot be read. */
async function askRecord(movementId: string): Promise<void> {
  const until = clock.now() + askFor;
  try {
    const record = await readRequestRecord(movementId, { until, patience: askFor });
    if (record) await applyMovements([record]);
  } catch (error) {
    logger.warn('the record of a movement could not be read', { movementId, error: error as Error });
  }
}

/**
 * Withdraws a return or exchange that the staff have not begun, by their record as it is now, and frees its device.
 * Safe to repeat. Throws MOVEMENT_NOT_CHANGEABLE for any other movement, and for one of an ended subscription.
 */
export async function withdrawMovement(
  caller: Pick<Caller, 'userId'>,
  movementId: string,
): Promise<{ movement: Movement }> {
  const decide = async (): Promise<{ movement: Movement }> => {
    const found = await requireMovement(caller, movementId);
    const { movement, snapshot } = found;
    if (movement.state === 'withdrawn') return { movement: toMovement(movement, snapshot.record) };
    if (!isWithdrawable(movement, snapshot.record)) throw refusal();
    const moved = { state: 'withdrawn' as const, movedAt: clock.seconds() };
    // Its request and the device's lock end in the same transaction: nobody would repeat a call that was cut off. An
    // end that is booked at the same moment counts the movement, so one of both decides again.
    const writes = [...changeOf(found, 'withdrawn', moved), versionWrite(caller.userId, snapshot)];
    if (await endRequestOf(movement, 'cancelled', writes))
      return { movement: toMovement({ ...movement, ...moved }, snapshot.record) };
    throw new Contended();
  };
  const { movement: named, snapshot: known } = await requireMovement(caller, movementId);
  if (isWithdrawable(named, known.record)) await askRecord(movementId);
  return retryContention(decide).catch((error: unknown) => {
    // Its request has ended, which the movement follows.
    throw error instanceof Contended ? refusal() : error;
  });
}

/** Whether its owner may withdraw it: not once begun, nor if the subscription goes down or ended with it. */
const isWithdrawable = (
  movement: Pick<MovementItem, 'cause' | 'state' | 'lowers' | 'subscriptionId'>,
  record: Pick<ShopRecord, 'subscriptions'>,
): boolean =>
  movement.state === 'ordered' &&
  movementCauses[movement.cause].requested &&
  !movement.lowers &&
  isPaidFor(movement, record);

const toMovement = (item: MovementItem, record: Pick<ShopRecord, 'subscriptions'>): Movement => ({
  id: item.movementId,
  receiptNumber: item.receiptNumber,
  kind: item.kind,
  cause: item.cause,
  subscription: item.subscriptionId,
  count: item.count,
  serialNumbers: [...item.serialNumbers],
  back: [...(item.back ?? [])],
  promisedBy: item.promisedBy,
  orderedAt: new Date(item.orderedAt * 1000).toISOString(),
  state: item.state,
  parcel: item.parcel ?? null,
  arrivedAt: item.arrivedAt === undefined ? null : new Date(item.arrivedAt * 1000).toISOString(),
  withdrawable: isWithdrawable(item, record),
  lowers: item.lowers ?? null,
});

/** The movements of one of the caller's shops, newest first, and what is held and billed of each subscription. */
export async function listMovements(
  { snapshots }: Pick<Caller, 'snapshots'>,
  customerId: string,
): Promise<{ movements: Movement[]; counts: Counts[] }> {
  const snapshot = snapshots.find((one) => one.customerId === customerId);
  const [movements, listed] = await Promise.all([
    readShopMovements(customerId, { consistent: false }),
    snapshot ? devicesOfShop(snapshot) : [],
  ]);
  const devices = listed.map(({ device }) => device);
  const record = snapshot?.record ?? { subscriptions: [] };
  return {
    movements: movements
      .toSorted((one, other) => other.orderedAt - one.orderedAt || (one.movementId < other.movementId ? 1 : -1))
      .map((movement) => toMovement(movement, record)),
    counts: Object.entries(billedBySubscription(record))
      .map(([subscription, billed]) => ({
        subscription,
        held: devices.filter((device) => subscriptionOf(device) === subscription && isHeld(device)).length,
        billed,
      }))
      .filter(({ held, billed }) => held > 0 || billed > 0),
  };
}
