import type { ShopRecord } from '#shared/model/customer';
import { readShopMovements } from './movements-table';
import { Contended, retryContention } from '#functions/platform/dynamodb/contention';
import { transact } from '#functions/platform/dynamodb/transaction';
import type { SnapshotItem } from '#functions/platform/users-table';
import type { ShopReading } from '#functions/shops/read-shop';
import { linkToShop, linkWrites, linkedIds, ownerOf, ownershipCheck } from '#functions/shops/shops-table';
import { bookingWrite, putSnapshot, readSnapshot, snapshotWrite } from '#functions/shops/snapshots-table';
import { contactOf } from '#functions/shops/describe-shop';
import { logger } from '#functions/platform/logger';
import { billedBySubscription, type Chosen, changeIn, chosenWrites, stepOf } from './booking-step';
import { endNotices } from '#functions/mails/shop-notices';
import { staffWrites } from './staff-tasks';

/** What the caller of a booking knows: `known` is the shop's snapshot as it was read lately. */
export interface BookingOptions {
  chosen?: Chosen | undefined;
  known?: SnapshotItem | undefined;
}

/** Whether what stands on a parcel has changed. */
function isReaddressed(seen: SnapshotItem | undefined, record: ShopRecord): boolean {
  const [before, after] = [contactOf(seen?.record ?? record), contactOf(record)];
  return (['address', 'recipient', 'phone'] as const).some((part) => before[part] !== after[part]);
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
  seen: SnapshotItem | undefined,
  reading: ShopReading,
  chosen: Chosen | undefined,
): Promise<Booked | undefined> {
  // The last snapshot of a deleted customer stays until its shop is deleted.
  const record = reading.record ?? seen?.record;
  if (!record) return undefined;
  const linked = linkedIds(record);
  const added = linked.filter((id) => !seen?.linked.includes(id));
  const linksApart = added.length > mostLinks;
  const billed = reading.record ? billedBySubscription(reading.record) : {};
  const readdressed = isReaddressed(seen, record);
  const isSame = seen && !readdressed && !changeIn(seen.booked, billed);
  const known = isSame ? [] : await readShopMovements(customerId);
  if (linksApart) await linkToShop(customerId, added);
  // The snapshot of a shop that has movements got lost: nothing is ordered twice.
  const knows = (id: string): boolean => known.some(({ subscriptionId }) => subscriptionId === id);
  const booked = seen?.booked ?? Object.fromEntries(Object.entries(billed).filter(([id]) => knows(id)));
  const bookings = seen?.bookings ?? 0;
  const change = changeIn(booked, billed);
  const step = change
    ? await stepOf(userId, record, { change, booked, known }, chosen)
    : { booked: billed, writes: [] };
  const snapshot: SnapshotItem = {
    customerId,
    record,
    readAtMs: reading.readAtMs,
    booked: step.booked,
    bookings: change ? bookings + 1 : bookings,
    linked,
  };
  // Record and message of their order have the old address.
  const [first, ...others] = known.filter(({ state }) => state === 'ordered');
  const writes = [
    // With its snapshot a deleted shop would lose the time of its last reading, and an older one would count.
    ...(seen ? [] : [ownershipCheck(userId, customerId)]),
    ...(linksApart ? [] : linkWrites(customerId, added)),
    ...step.writes,
    ...(readdressed && first ? staffWrites(first, { change: 'readdressed', shop: contactOf(record), others }) : []),
    ...(await endNotices(userId, seen?.record, reading.record, Math.floor(reading.readAtMs / 1000))),
  ];
  const written =
    writes.length === 0
      ? await putSnapshot(userId, snapshot, seen)
      : (await transact([snapshotWrite(userId, snapshot, seen), ...writes])).written;
  if (!written && !seen && (await ownerOf(customerId)) !== userId) return undefined;
  if (!written) throw othersBook(customerId);
  if (!change) return undefined;
  logger.info('a change of devices is booked', { customerId, ...change, booked: step.booked });
  const { subscriptionId, to } = change;
  const names = subscriptionId === chosen?.subscriptionId && step.booked[subscriptionId] === to;
  return { names, left: changeIn(step.booked, billed) !== undefined };
}

/** Names the chosen devices in the collection that another reading has ordered, if it does not name them yet. */
async function nameChosen(userId: string, customerId: string, chosen: Chosen): Promise<void> {
  const seen = await readSnapshot(userId, customerId);
  const writes = seen ? chosenWrites(chosen, seen.record, await readShopMovements(customerId)) : [];
  if (!seen || writes.length === 0) return;
  if (!(await transact([bookingWrite(userId, seen), ...writes])).written) throw othersBook(customerId);
}

/**
 * Keeps a reading of a shop, unless a later one is kept already, and in the same transaction orders the movements that
 * its counts of devices ask for, and tells of subscriptions that end. The counts of the last booking lie beside the
 * reading, so each change is found once, whichever of call, event and schedule reads the shop first; a change that
 * takes more writes than a transaction has is booked in parts, each with the count that it leads to. Keeps nothing of a
 * shop that was deleted meanwhile. `chosen`: the devices for a lower quantity, which their collection names also if
 * another reading has ordered it.
 */
export const bookMovements = (
  userId: string,
  customerId: string,
  reading: ShopReading,
  { chosen, known }: BookingOptions = {},
): Promise<void> => {
  let last = known;
  let unnamed = chosen;
  return retryContention(async () => {
    let booked: Booked | undefined;
    do {
      const seen = last ?? (await readSnapshot(userId, customerId));
      last = undefined;
      const isLate = seen && Math.max(seen.readAtMs, seen.changedAtMs ?? 0) > reading.readAtMs;
      booked = isLate ? undefined : await keep(userId, customerId, seen, reading, chosen);
      if (booked?.names) unnamed = undefined;
    } while (booked?.left);
    if (unnamed) await nameChosen(userId, customerId, unnamed);
  });
};
