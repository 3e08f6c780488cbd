import type { ShopRecord } from '#shared/model/customer';
import { readShopMovements } from './movements-table';
import { Contended, retryContention } from '#functions/platform/dynamodb/contention';
import { transact } from '#functions/platform/dynamodb/transaction';
import type { SnapshotItem } from '#functions/platform/users-table';
import type { ShopReading } from '#functions/shops/read-shop';
import { linkToShop, linkWrites, linkedIds, ownerOf, ownershipCheck } from '#functions/shops/shops-table';
import { versionWrite, putSnapshot, readSnapshot, snapshotWrite } from '#functions/shops/snapshots-table';
import { contactOf } from '#functions/shops/describe-shop';
import { logger } from '#functions/platform/logger';
import { billedBySubscription, type Chosen, changeIn, chosenWrites, stepOf } from './booking-step';
import { endNotices } from '#functions/mails/shop-notices';
import { staffWrites } from './staff-tasks';

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
  const step = change
    ? await stepOf(userId, record, { change, booked, movements }, chosen)
    : { booked: billed, writes: [] };
  const snapshot: SnapshotItem = {
    customerId,
    record,
    readAtMs: reading.readAtMs,
    booked: step.booked,
    version: (before?.version ?? 0) + (change ? 1 : 0),
    linked,
  };
  // Record and message of their order have the old address.
  const [first, ...others] = movements.filter(({ state }) => state === 'ordered');
  const writes = [
    // With its snapshot a deleted shop would lose the time of its last reading, and an older one would count.
    ...(before ? [] : [ownershipCheck(userId, customerId)]),
    ...(linksApart ? [] : linkWrites(customerId, added)),
    ...step.writes,
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
  logger.info('a change of devices is booked', { customerId, ...change, booked: step.booked });
  const { subscriptionId, to } = change;
  const names = subscriptionId === chosen?.subscriptionId && step.booked[subscriptionId] === to;
  return { names, left: changeIn(step.booked, billed) !== undefined };
}

/** Names the chosen devices in the collection that another reading has ordered, if it does not name them yet. */
async function nameChosen(userId: string, customerId: string, chosen: Chosen): Promise<void> {
  const before = await readSnapshot(userId, customerId);
  const writes = before ? chosenWrites(chosen, before.record, await readShopMovements(customerId)) : [];
  if (!before || writes.length === 0) return;
  if (!(await transact([versionWrite(userId, before), ...writes])).written) throw othersBook(customerId);
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
