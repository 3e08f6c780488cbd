import type { ShopRecord } from '#shared/model/customer';
import { promisedBy } from '#shared/model/movement';
import { monthlyPrice } from '#shared/model/subscription-facts';
import { clock } from '../../adapters/clock';
import {
  changeWrite,
  forgetIntentionWrite,
  newsWrite,
  orderWrites,
  readShopMovements,
  reducingWrite,
  type MovementItem,
  type ShopMovements,
} from '../../adapters/devices-table/movements';
import { transact, type Write } from '../../adapters/dynamodb/transaction';
import type { SnapshotItem } from '../../adapters/users-table/items';
import { noticeWrite } from '../../adapters/users-table/notices';
import { readEmail } from '../../adapters/users-table/profiles';
import { linkToShop, linkedIds } from '../../adapters/users-table/shop-links';
import { ownerOf, ownershipCheck } from '../../adapters/users-table/shops';
import { putSnapshot, readSnapshot, snapshotWrite } from '../../adapters/users-table/snapshots';
import { logger } from '../../runtime/logger';
import { moveWaiting } from '../shelf/move-waiting';
import { subscriptionNotice } from '../notices/subscription-notice';
import { newReceiptNumber } from './receipt-number';
import { contactOf, describeShop } from './describe-shop';
import { bookingOfMovement, movementIdOf } from './movement-id';
import { billedUnits } from './billed-units';
import { endNotices } from './end-notices';
import { netCounts, planMovements, type Wanted } from './plan-movements';

/** A reading of a shop at Stripe; its record is undefined if the customer was deleted there. */
interface Reading {
  record: ShopRecord | undefined;
  readAtMs: number;
}

/** The change of one subscription's count, and its number among the changes of the shop. */
interface Change {
  subscriptionId: string;
  from: number;
  to: number;
  booking: number;
}

/** How often a booking is tried while others book the same shop. */
const mostTries = 5;

/** Differences between what was booked and what is billed now. */
function changesOf(
  booked: Readonly<Record<string, number>>,
  billed: Readonly<Record<string, number>>,
): Pick<Change, 'subscriptionId' | 'from' | 'to'>[] {
  const ids = [...new Set([...Object.keys(booked), ...Object.keys(billed)])];
  return ids
    .map((subscriptionId) => ({ subscriptionId, from: booked[subscriptionId] ?? 0, to: billed[subscriptionId] ?? 0 }))
    .filter(({ from, to }) => from !== to);
}

function toItem(customerId: string, change: Change, wanted: Wanted, index: number): MovementItem {
  const now = clock.seconds();
  return {
    movementId: movementIdOf(customerId, change, index),
    receiptNumber: newReceiptNumber(now),
    customerId,
    subscriptionId: change.subscriptionId,
    ...wanted,
    promisedBy: promisedBy(wanted.cause, now),
    orderedAt: now,
    state: 'ordered',
    movedAt: now,
  };
}

function writesOf(change: Change, known: ShopMovements, record: ShopRecord): Write[] {
  const { subscriptionId } = change;
  const now = clock.seconds();
  const intention = known.intentions.find((one) => one.subscriptionId === subscriptionId);
  const plan = planMovements(
    known.movements.filter((one) => one.subscriptionId === subscriptionId),
    {
      ...change,
      isFirst: change.from === 0,
      intention: intention && intention.expiresAt > now ? intention : undefined,
    },
  );
  const shop = contactOf(record);
  return [
    ...plan.order.flatMap((wanted, index) => orderWrites(toItem(record.customer.id, change, wanted, index), shop)),
    ...plan.withdraw.flatMap((movement) => [
      changeWrite(movement, { state: 'withdrawn', movedAt: now }),
      newsWrite(movement, { change: 'withdrawn', shop }, now),
    ]),
    ...plan.lowered.map((movement) => changeWrite(movement, { lowers: 'done' })),
    ...(intention ? [forgetIntentionWrite(record.customer.id, subscriptionId)] : []),
    // A return or exchange that was accepted since the movements were read would be ordered a second time.
    ...(change.to < change.from ? [reducingWrite(record.customer.id, subscriptionId, known, now)] : []),
  ];
}

/** Tells the staff the new address of what they have not sent yet: record and message of its order have the old one. */
function readdressedWrites(seen: SnapshotItem | undefined, record: ShopRecord, known: ShopMovements): Write[] {
  const shop = contactOf(record);
  if (!isReaddressed(seen, record)) return [];
  return known.movements
    .filter(({ state }) => state === 'ordered')
    .map((movement) => newsWrite(movement, { change: 'readdressed', shop }, clock.seconds()));
}

const isReaddressed = (seen: SnapshotItem | undefined, record: ShopRecord): boolean =>
  seen !== undefined && contactOf(seen.record).address !== contactOf(record).address;

type Booked = Required<Pick<SnapshotItem, 'booked' | 'bookings'>>;

/**
 * The counts that were booked with a snapshot. A snapshot of an older version of the portal has none; what it bills
 * counts as booked, because the staff handled those changes.
 */
const bookedIn = ({ booked, bookings = 0, record }: SnapshotItem): Booked => ({
  booked: booked ?? billedUnits(record),
  bookings,
});

/** The same from the movements alone, for a shop without a snapshot. */
function bookedBy(movements: readonly MovementItem[]): Booked {
  const numbers = movements.map(({ movementId }) => bookingOfMovement(movementId));
  return { booked: netCounts(movements), bookings: Math.max(0, ...numbers) };
}

/**
 * The notices that confirm an order to the owner, one for each subscription that begins: only now is it certain that it
 * was paid, or its trial began, also where the card's holder had to confirm it first.
 */
async function orderedNotices(
  userId: string,
  record: ShopRecord,
  changes: readonly Change[],
  { movements }: ShopMovements,
): Promise<Write[]> {
  const known = new Set(movements.map(({ subscriptionId }) => subscriptionId));
  const begun = changes.filter(({ subscriptionId, from }) => from === 0 && !known.has(subscriptionId));
  const email = begun.length > 0 ? await readEmail(userId) : undefined;
  if (email === undefined) return [];
  return begun.map(({ subscriptionId: id, to: devices }) => {
    const begins = record.subscriptions.find((one) => one.id === id);
    const subscription = {
      id,
      shopName: describeShop(record).name,
      devices,
      shipsBy: promisedBy('subscribed', clock.seconds()),
      ...(begins && { total: monthlyPrice(begins) }),
      ...(begins?.trial_end && { endsAt: begins.trial_end }),
    };
    return noticeWrite(subscriptionNotice({ userId, email }, { kind: 'ordered', subscription }));
  });
}

const except = (ids: readonly string[], known: readonly string[] = []): string[] =>
  ids.filter((id) => !known.includes(id));

/** Links the shop's new subscriptions and items to it, then moves to it the devices that waited for that. */
async function linkNew(customerId: string, seen: SnapshotItem | undefined, linked: string[], shelved: string[]) {
  await linkToShop(customerId, except(linked, seen?.linked));
  await moveWaiting(customerId, except(shelved, seen?.shelved));
}

/** Keeps a reading together with the movements that it asks for. Returns false if others were quicker. */
async function keep(userId: string, customerId: string, seen: SnapshotItem | undefined, reading: Reading) {
  // The last snapshot of a deleted customer stays until its shop is deleted.
  const record = reading.record ?? seen?.record;
  if (!record) return true;
  const linked = linkedIds(record);
  const shelved = record.subscriptions.map(({ id }) => id);
  const [unseen] = await Promise.all([
    seen ? undefined : readShopMovements(customerId),
    linkNew(customerId, seen, linked, shelved),
  ]);
  const { booked, bookings } = seen ? bookedIn(seen) : bookedBy(unseen?.movements ?? []);
  const billed = reading.record ? billedUnits(reading.record) : {};
  const changes = changesOf(booked, billed);
  const snapshot: SnapshotItem = {
    customerId,
    record,
    readAtMs: reading.readAtMs,
    booked: billed,
    bookings: bookings + changes.length,
    linked,
    shelved,
  };
  const ends = await endNotices(userId, seen?.record, reading.record, Math.floor(reading.readAtMs / 1000));
  if (seen && changes.length + ends.length === 0 && !isReaddressed(seen, record))
    return putSnapshot(userId, snapshot, seen);
  const known = unseen ?? (await readShopMovements(customerId));
  const numbered = changes.map((change, index) => ({ ...change, booking: bookings + index + 1 }));
  const { written } = await transact([
    snapshotWrite(userId, snapshot, seen),
    // With its snapshot a deleted shop would lose the time of its last reading, and an older one would count.
    ...(seen ? [] : [ownershipCheck(userId, customerId)]),
    ...numbered.flatMap((change) => writesOf(change, known, record)),
    ...readdressedWrites(seen, record, known),
    ...(await orderedNotices(userId, record, numbered, known)),
    ...ends,
  ]);
  if (written) for (const change of numbered) logger.info('a change of devices is booked', { customerId, ...change });
  return written;
}

/**
 * Keeps a reading of a shop, unless a later one is kept already, and in the same transaction orders the movements that
 * its counts of devices ask for, and tells of subscriptions that end. The counts of the last booking lie beside the
 * reading, so each change is found once, whichever of call, event and schedule reads the shop first (decision 064).
 * Keeps nothing of a shop that was deleted meanwhile.
 */
export async function bookMovements(userId: string, customerId: string, reading: Reading): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const seen = await readSnapshot(userId, customerId);
    if (seen && Math.max(seen.readAtMs, seen.changedAtMs ?? 0) > reading.readAtMs) return;
    if (await keep(userId, customerId, seen, reading)) return;
    if (!seen && (await ownerOf(customerId)) !== userId) return;
    if (tries >= mostTries) throw new Error(`The shop ${customerId} could not be booked: others are at it`);
    await clock.waitAbout(50 * tries);
  }
}
