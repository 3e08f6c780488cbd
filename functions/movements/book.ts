import { leftToMove, isOpen, movementCauses, promisedBy } from '#shared/model/movement';
import { billedDevices } from '#shared/model/subscription';
import { isCustomerId } from '#functions/devices/items';
import { isPaidFor } from '#functions/devices/shop-devices';
import { clock } from '#functions/platform/clock';
import { changeWrite, movementWrite, newMovementId, type MovementItem, readShopMovements } from './movements-table';
import { type Write, transact } from '#functions/platform/dynamodb/transaction';
import { contactOf, type ShopContact } from '#functions/shops/describe-shop';
import { orderedNotice, endNotices } from '#functions/mails/shop-notices';
import { newReceiptNumber } from './staff-words';
import { trialPlaceWrites } from '#functions/openings/trial-place';
import { listDevicesUnder } from '#functions/devices/devices-table';
import { isHeld } from '#shared/model/device-request';
import { type CountChange, type HeldDevices, type MovementPlan, planChosen, planMovements, type Wanted } from './plan';
import type { ShopRecord } from '#shared/model/customer';
import { Contended, retryContention } from '#functions/platform/dynamodb/contention';
import type { SnapshotItem } from '#functions/platform/users-table';
import type { ShopReading } from '#functions/shops/read-shop';
import {
  linkToShop,
  linkWrites,
  linkedIds,
  ownerOf,
  ownershipCheck,
  versionWrite,
  putSnapshot,
  readSnapshot,
  snapshotWrite,
} from '#functions/shops/shops-table';
import { logger } from '#functions/platform/logger';
import { endWithdrawn, staffWrites } from './staff-tasks';

/** What only the portal knows of a lower quantity that it has set: the devices that their owner chose to send back. */
export interface Chosen {
  subscriptionId: string;
  serials: readonly string[];
}

interface BookedChange extends Pick<CountChange, 'from' | 'to'> {
  subscriptionId: string;
}

export const billedBySubscription = ({ subscriptions }: Pick<ShopRecord, 'subscriptions'>): Record<string, number> =>
  Object.fromEntries(subscriptions.map((subscription) => [subscription.id, billedDevices(subscription)]));

/** The first difference between what was booked and what is billed now. */
function changeIn(
  booked: Readonly<Record<string, number>>,
  billed: Readonly<Record<string, number>>,
): BookedChange | undefined {
  const ids = [...new Set([...Object.keys(booked), ...Object.keys(billed)])];
  return ids
    .map((subscriptionId) => ({ subscriptionId, from: booked[subscriptionId] ?? 0, to: billed[subscriptionId] ?? 0 }))
    .find(({ from, to }) => from !== to);
}

/** Whether all that follows from a kept reading is booked; a booking in parts may have been cut off. */
export const isBooked = ({ booked, record }: SnapshotItem): boolean => !changeIn(booked, billedBySubscription(record));

function toItem(customerId: string, change: BookedChange, wanted: Wanted): MovementItem {
  const now = clock.seconds();
  return {
    movementId: newMovementId(customerId),
    receiptNumber: newReceiptNumber(now),
    customerId,
    subscriptionId: change.subscriptionId,
    ...wanted,
    promisedBy: promisedBy(wanted.cause, now),
    orderedAt: now,
    state: 'ordered',
    movedAt: now,
    version: 0,
  };
}

/** The writes of a plan's changes; an exchange that is withdrawn frees its device. */
export const changeWrites = (changes: MovementPlan<MovementItem>['changes'], shop: ShopContact, now: number): Write[] =>
  changes.flatMap(({ movement, to }) => {
    const change = to.state === 'withdrawn' ? 'withdrawn' : 'changed';
    const { customerId, movementId, cause } = movement;
    const ends = change === 'withdrawn' && movementCauses[cause].requested;
    return [
      changeWrite(movement, { ...to, ...(to.state && { movedAt: now }) }),
      ...(to.lowers ? [] : staffWrites({ ...movement, ...to }, { change, shop })),
      ...(ends ? [endWithdrawn.write({ customerId, movementId })] : []),
    ];
  });

/** The devices that an end has to do with; `named`: by open movements of the shop's other subscriptions. */
async function heldOf({ subscriptionId, to }: BookedChange, named: readonly string[]): Promise<HeldDevices> {
  const devices = to === 0 ? (await listDevicesUnder([subscriptionId])).map(({ device }) => device) : [];
  const serials = devices
    .filter(isHeld)
    .map(({ serialNumber }) => serialNumber)
    .toSorted();
  return { serials: serials.filter((serial) => !named.includes(serial)), isMirrored: devices.length > 0 };
}

/** The first change of a reading, as one plan of it books it: the counts that are booked then, and the writes. */
async function planBooking(
  userId: string,
  record: ShopRecord,
  {
    change,
    booked,
    movements,
  }: { change: BookedChange; booked: Record<string, number>; movements: readonly MovementItem[] },
  chosen: Chosen | undefined,
): Promise<{ booked: Record<string, number>; writes: Write[] }> {
  const { subscriptionId } = change;
  const now = clock.seconds();
  const shop = contactOf(record);
  // An exchange of a device that stands under the shop alone ends with the last subscription that paid for it.
  const isUnpaid = (one: MovementItem): boolean =>
    one.kind === 'swap' && isCustomerId(one.subscriptionId) && !isPaidFor(one, record);
  const isOwn = (one: MovementItem): boolean =>
    one.subscriptionId === subscriptionId || (change.to === 0 && isUnpaid(one));
  const own = movements.filter(isOwn);
  const others = movements.filter((one) => !isOwn(one));
  const serials = chosen?.subscriptionId === subscriptionId ? chosen.serials : [];
  const held = await heldOf(change, others.flatMap(leftToMove));
  const plan = planMovements(own, { ...change, chosen: serials }, held, now);
  return {
    booked: { ...booked, [subscriptionId]: plan.booked },
    writes: [
      ...plan.order.flatMap((wanted) => {
        const movement = toItem(record.customer.id, change, wanted);
        return [movementWrite(movement), ...staffWrites(movement, { change: 'ordered', shop })];
      }),
      ...changeWrites(plan.changes, shop, now),
      ...(await trialPlaceWrites(record, change)),
      ...(await orderedNotice(userId, record, change, movements)),
    ],
  };
}

/** What the caller of a booking knows; `snapshot` as it was read lately. */
export interface BookingOptions {
  chosen?: Chosen | undefined;
  snapshot?: SnapshotItem | undefined;
}

/** Whether what stands on a parcel has changed. */
function isReaddressed(before: SnapshotItem | undefined, record: ShopRecord): boolean {
  const [former, now] = [contactOf(before?.record ?? record), contactOf(record)];
  return (['address', 'recipient', 'phone'] as const).some((part) => former[part] !== now[part]);
}

/** New subscriptions and items that are linked to the shop in the transaction; more are linked before it. */
const mostLinks = 10;

const othersBook = (customerId: string): Contended => new Contended(`Others book the shop ${customerId}`);

/** A change that was booked. */
interface Booked {
  /** Whether the chosen devices are named with it. */
  names: boolean;
  /** Whether further changes are left to book. */
  left: boolean;
}

/**
 * Keeps a reading, with the movements that its first change asks for; returns that change. Each transaction has far
 * fewer than DynamoDB's 100 writes, whatever the reading met.
 * @throws Contended if others were quicker
 */
async function keep(
  userId: string,
  customerId: string,
  before: SnapshotItem | undefined,
  reading: ShopReading,
  chosen: Chosen | undefined,
): Promise<Booked | undefined> {
  // The last snapshot of a deleted customer stays until its shop is deleted.
  const record = reading.record ?? before?.record;
  if (!record) return undefined;
  const linked = linkedIds(record);
  const added = linked.filter((id) => !before?.linked.includes(id));
  const linksApart = added.length > mostLinks;
  const billed = reading.record ? billedBySubscription(reading.record) : {};
  const readdressed = isReaddressed(before, record);
  const isSame = before && !readdressed && !changeIn(before.booked, billed);
  const movements = isSame ? [] : await readShopMovements(customerId);
  if (linksApart) await linkToShop(customerId, added);
  // The snapshot of a shop that has movements got lost: nothing is ordered twice.
  const knows = (id: string): boolean => movements.some(({ subscriptionId }) => subscriptionId === id);
  const booked = before?.booked ?? Object.fromEntries(Object.entries(billed).filter(([id]) => knows(id)));
  const change = changeIn(booked, billed);
  const planned = change
    ? await planBooking(userId, record, { change, booked, movements }, chosen)
    : { booked: billed, writes: [] };
  const snapshot: SnapshotItem = {
    customerId,
    record,
    readAtMs: reading.readAtMs,
    booked: planned.booked,
    version: (before?.version ?? 0) + (change ? 1 : 0),
    linked,
  };
  // Record and message of their order have the old address.
  const [first, ...others] = movements.filter(({ state }) => state === 'ordered');
  const writes = [
    // With its snapshot a deleted shop would lose the time of its last reading, and an older one would count.
    ...(before ? [] : [ownershipCheck(userId, customerId)]),
    ...(linksApart ? [] : linkWrites(customerId, added)),
    ...planned.writes,
    ...(readdressed && first ? staffWrites(first, { change: 'readdressed', shop: contactOf(record), others }) : []),
    ...(await endNotices(userId, before?.record, reading.record, Math.floor(reading.readAtMs / 1000))),
  ];
  const written =
    writes.length === 0
      ? await putSnapshot(userId, snapshot, before)
      : (await transact([snapshotWrite(userId, snapshot, before), ...writes])).written;
  if (!written && !before && (await ownerOf(customerId)) !== userId) return undefined;
  if (!written) throw othersBook(customerId);
  if (!change) return undefined;
  logger.info('a change of devices is booked', { customerId, ...change, booked: planned.booked });
  const { subscriptionId, to } = change;
  const names = subscriptionId === chosen?.subscriptionId && planned.booked[subscriptionId] === to;
  return { names, left: changeIn(planned.booked, billed) !== undefined };
}

/** Names the chosen devices in the collection that another reading has ordered, if it does not name them yet. */
async function nameChosen(userId: string, customerId: string, chosen: Chosen): Promise<void> {
  const { subscriptionId, serials } = chosen;
  const before = await readSnapshot(userId, customerId);
  const movements = before ? await readShopMovements(customerId) : [];
  const plan = planChosen(
    movements.filter((one) => one.subscriptionId === subscriptionId && isOpen(one)),
    serials,
  );
  if (!before || plan.length === 0) return;
  const writes = changeWrites(plan, contactOf(before.record), clock.seconds());
  if (!(await transact([versionWrite(userId, before), ...writes])).written) throw othersBook(customerId);
}

/**
 * Keeps a reading of a shop, unless a later one is kept or the shop was deleted, and in the same transaction orders the
 * movements that its counts ask for and tells of ends. The counts of the last booking lie beside the reading, so each
 * change is found once. A change with too many writes is booked in parts. `chosen`: the devices to collect for a lower
 * quantity, which their collection names also if another reading has ordered it.
 */
export const bookMovements = (
  userId: string,
  customerId: string,
  reading: ShopReading,
  { chosen, snapshot }: BookingOptions = {},
): Promise<void> => {
  let last = snapshot;
  let unnamed = chosen;
  return retryContention(async () => {
    let booked: Booked | undefined;
    do {
      const before = last ?? (await readSnapshot(userId, customerId));
      last = undefined;
      const isLate = before && Math.max(before.readAtMs, before.changedAtMs ?? 0) > reading.readAtMs;
      booked = isLate ? undefined : await keep(userId, customerId, before, reading, chosen);
      if (booked?.names) unnamed = undefined;
    } while (booked?.left);
    if (unnamed) await nameChosen(userId, customerId, unnamed);
  });
};
