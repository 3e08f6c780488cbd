import type { ShopRecord } from '#shared/model/customer';
import { isEndNotBegun, isOpen, movementCauses, promisedBy } from '#shared/model/movement';
import { billedDevices, monthlyPrice } from '#shared/model/subscription';
import { clock } from '#functions/platform/clock';
import { changeWrite, movementIdOf, type MovementItem, newestBooking, readShopMovements } from './movements-table';
import { Contended, retryContention } from '#functions/platform/dynamodb/contention';
import { transact, type Write } from '#functions/platform/dynamodb/transaction';
import type { SnapshotItem } from '#functions/platform/users-table';
import { readEmail } from '#functions/accounts/profiles-table';
import { linkToShop, linkWrites, linkedIds, ownerOf, ownershipCheck } from '#functions/shops/shops-table';
import { bookingWrite, putSnapshot, readSnapshot, snapshotWrite } from '#functions/shops/snapshots-table';
import { logger } from '#functions/platform/logger';
import { noticeWrite, subscriptionNotice } from '#functions/mails/notices-table';
import { endNotices } from './shop-notices';
import { newReceiptNumber } from './staff-words';
import { endWithdrawn, newsWrites, orderWrites, readdressedWrites } from './staff-tasks';
import { devicesOfSubscription, isHeld, moveWaiting } from '#functions/devices/shop-devices';
import { type CountChange, type Held, type MovementPlan, planChosen, planMovements, type Wanted } from './plan';
import { contactOf, describeShop } from '#functions/shops/describe-shop';

/** A reading of a shop at Stripe; its record is undefined if the customer was deleted there. */
interface Reading {
  record: ShopRecord | undefined;
  readAtMs: number;
}

/** What only the portal knows of a lower quantity that it has set: the devices that their owner chose to send back. */
export interface Chosen {
  subscriptionId: string;
  serials: readonly string[];
}

/** What the caller of a booking knows: `known` is the shop's snapshot as it was read lately. */
export interface Booking {
  chosen?: Chosen | undefined;
  known?: SnapshotItem | undefined;
}

/** The change of one subscription's count, and its number among the changes of the shop. */
interface BookedChange extends Pick<CountChange, 'from' | 'to'> {
  subscriptionId: string;
  booking: number;
}

/** How many devices each subscription of a shop pays for. */
export const billedUnits = ({ subscriptions }: Pick<ShopRecord, 'subscriptions'>): Record<string, number> =>
  Object.fromEntries(subscriptions.map((subscription) => [subscription.id, billedDevices(subscription)]));

/** The first difference between what was booked and what is billed now. */
function changeIn(
  booked: Readonly<Record<string, number>>,
  billed: Readonly<Record<string, number>>,
): Omit<BookedChange, 'booking'> | undefined {
  const ids = [...new Set([...Object.keys(booked), ...Object.keys(billed)])];
  return ids
    .map((subscriptionId) => ({ subscriptionId, from: booked[subscriptionId] ?? 0, to: billed[subscriptionId] ?? 0 }))
    .find(({ from, to }) => from !== to);
}

function toItem(customerId: string, change: BookedChange, wanted: Wanted): MovementItem {
  const now = clock.seconds();
  return {
    movementId: movementIdOf(customerId, change.subscriptionId, change.booking),
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

/**
 * The writes of a plan's changes; the staff are told of all but what a lower bill explains, and which devices of an
 * ended subscription stay for `subscriptionId`. An exchange that is withdrawn frees its device.
 */
const changeWrites = (
  changes: MovementPlan<MovementItem>['changes'],
  shop: ReturnType<typeof contactOf>,
  now: number,
  subscriptionId?: string,
): Write[] =>
  changes.flatMap(({ movement, to }) => {
    const change = to.state === 'withdrawn' ? 'withdrawn' : 'changed';
    const { customerId, movementId, cause } = movement;
    const ends = change === 'withdrawn' && movementCauses[cause].requested;
    const serialNumbers = movement.serialNumbers.filter((serial) => !to.serialNumbers?.includes(serial));
    const kept = { subscriptionId, count: movement.count - (to.count ?? 0), serialNumbers };
    const isKept = subscriptionId !== undefined && movement.subscriptionId !== subscriptionId;
    return [
      changeWrite(movement, { ...to, ...(to.state && { movedAt: now }) }),
      ...(to.lowers ? [] : newsWrites({ ...movement, ...to }, { change, shop, ...(isKept && { kept }) })),
      ...(ends ? [endWithdrawn.write({ customerId, movementId })] : []),
    ];
  });

/** The devices that an end has to do with. */
async function heldOf(customerId: string, { subscriptionId, to }: BookedChange): Promise<Held> {
  const devices = to === 0 ? (await devicesOfSubscription(customerId, subscriptionId)).map(({ device }) => device) : [];
  return {
    serials: devices.filter(isHeld).map(({ serialNumber }) => serialNumber),
    isMirrored: devices.length > 0,
  };
}

function isReaddressed(seen: SnapshotItem | undefined, record: ShopRecord): boolean {
  const [before, after] = [contactOf(seen?.record ?? record), contactOf(record)];
  return before.address !== after.address || before.recipient !== after.recipient;
}

/**
 * The counts that are booked of a shop without a snapshot: a subscription that has movements was booked as it is. Its
 * snapshot got lost, and nothing is ordered twice.
 */
function bookedAnew(
  known: readonly MovementItem[],
  billed: Readonly<Record<string, number>>,
): Pick<SnapshotItem, 'booked' | 'bookings'> {
  const served = new Set(known.map(({ subscriptionId }) => subscriptionId));
  return {
    booked: Object.fromEntries(Object.entries(billed).filter(([id]) => served.has(id))),
    bookings: newestBooking(known),
  };
}

/**
 * The notice that confirms an order to the owner, for a subscription that begins: only now is it certain that it was
 * paid, or its trial began, also where the card's holder had to confirm it first.
 */
async function orderedNotice(
  userId: string,
  record: ShopRecord,
  { subscriptionId: id, from, to: devices }: BookedChange,
  { known, ships }: { known: readonly MovementItem[]; ships: boolean },
): Promise<Write[]> {
  if (from > 0 || known.some(({ subscriptionId }) => subscriptionId === id)) return [];
  const email = await readEmail(userId);
  if (email === undefined) return [];
  const begins = record.subscriptions.find((one) => one.id === id);
  const subscription = {
    id,
    shopName: describeShop(record).name,
    devices,
    ...(ships && { shipsBy: promisedBy('subscribed', clock.seconds()) }),
    ...(begins && { total: monthlyPrice(begins) }),
    ...(begins?.trial_end && { endsAt: begins.trial_end }),
  };
  return [noticeWrite(subscriptionNotice({ userId, email }, { kind: 'ordered', subscription }))];
}

const except = (ids: readonly string[], known: readonly string[] = []): string[] =>
  ids.filter((id) => !known.includes(id));

/** Items of known subscriptions that are linked in the transaction of their booking; more are linked before it. */
const mostLinks = 10;

/**
 * Links the shop's new subscriptions and items to it, then moves to it the devices that waited for that. Returns the
 * writes that link what no device waits for.
 */
async function linkNew(customerId: string, seen: SnapshotItem | undefined, linked: string[], shelved: string[]) {
  const ids = except(linked, seen?.linked);
  const awaited = except(shelved, seen?.shelved);
  if (awaited.length === 0 && ids.length <= mostLinks) return linkWrites(customerId, ids);
  await linkToShop(customerId, ids);
  await moveWaiting(customerId, awaited);
  return [];
}

/** What a transaction books, and the counts that are booked with it. */
interface Step {
  booked: Record<string, number>;
  bookings: number;
  writes: Write[];
}

/** The first change of a reading, as one plan of it books it. */
async function stepOf(
  userId: string,
  record: ShopRecord,
  { change, booked, known }: { change: BookedChange; booked: Record<string, number>; known: readonly MovementItem[] },
  chosen: Chosen | undefined,
): Promise<Step> {
  const { subscriptionId, from, booking } = change;
  const now = clock.seconds();
  const shop = contactOf(record);
  const own = known.filter((one) => one.subscriptionId === subscriptionId);
  const serials = chosen?.subscriptionId === subscriptionId ? chosen.serials : [];
  const held = await heldOf(record.customer.id, change);
  const crossing = known.filter((one) => one.subscriptionId !== subscriptionId && isEndNotBegun(one));
  const plan = planMovements(own, { ...change, chosen: serials, isFirst: from === 0, crossing }, held, now);
  return {
    booked: { ...booked, [subscriptionId]: plan.booked },
    bookings: booking,
    writes: [
      ...plan.order.flatMap((wanted) => orderWrites(toItem(record.customer.id, change, wanted), shop)),
      ...changeWrites(plan.changes, shop, now, subscriptionId),
      ...(await orderedNotice(userId, record, change, { known, ships: plan.order.length > 0 })),
    ],
  };
}

/** What is left to say of a change that is booked already. */
function chosenStep(
  { booked, bookings }: Omit<Step, 'writes'>,
  record: ShopRecord,
  known: readonly MovementItem[],
  chosen: Chosen | undefined,
): Step {
  const own = known.filter((one) => one.subscriptionId === chosen?.subscriptionId && isOpen(one));
  const writes = chosen ? changeWrites(planChosen(own, chosen.serials), contactOf(record), clock.seconds()) : [];
  return { booked, bookings: bookings + (writes.length > 0 ? 1 : 0), writes };
}

/**
 * Keeps a reading, with the movements that its first change asks for. Returns `more` if changes are left to book, and
 * `again` if others were quicker. Each transaction has far fewer than DynamoDB's 100 writes, whatever the reading met.
 */
async function keep(
  userId: string,
  customerId: string,
  seen: SnapshotItem | undefined,
  reading: Reading,
  chosen: Chosen | undefined,
): Promise<'kept' | 'more' | 'again'> {
  // The last snapshot of a deleted customer stays until its shop is deleted.
  const record = reading.record ?? seen?.record;
  if (!record) return 'kept';
  const linked = linkedIds(record);
  const shelved = record.subscriptions.map(({ id }) => id);
  const [known, links] = await Promise.all([
    seen && !chosen && isSettled(seen, reading, record) ? [] : readShopMovements(customerId),
    linkNew(customerId, seen, linked, shelved),
  ]);
  // Movements of a booking that was made after the snapshot was read: the plan would take them for its own.
  if (seen && newestBooking(known) > seen.bookings) return 'again';
  const billed = reading.record ? billedUnits(reading.record) : {};
  const before = seen ?? bookedAnew(known, billed);
  const found = changeIn(before.booked, billed);
  const change = found && { ...found, booking: before.bookings + 1 };
  const step = change
    ? await stepOf(userId, record, { change, booked: before.booked, known }, chosen)
    : chosenStep({ booked: billed, bookings: before.bookings }, record, known, chosen);
  const snapshot: SnapshotItem = {
    customerId,
    record,
    readAtMs: reading.readAtMs,
    booked: step.booked,
    bookings: step.bookings,
    linked,
    shelved,
  };
  // Record and message of their order have the old address.
  const waiting = known.filter(({ state }) => state === 'ordered');
  const writes = [
    // With its snapshot a deleted shop would lose the time of its last reading, and an older one would count.
    ...(seen ? [] : [ownershipCheck(userId, customerId)]),
    ...links,
    ...step.writes,
    ...(isReaddressed(seen, record) ? readdressedWrites(waiting, contactOf(record)) : []),
    ...(await endNotices(userId, seen?.record, reading.record, Math.floor(reading.readAtMs / 1000))),
  ];
  const written =
    writes.length === 0
      ? await putSnapshot(userId, snapshot, seen)
      : (await transact([snapshotWrite(userId, snapshot, seen), ...writes])).written;
  if (!written) return 'again';
  if (!change) return 'kept';
  logger.info('a change of devices is booked', { customerId, ...change, booked: step.booked });
  const isNamed = chosen === undefined || chosen.subscriptionId === change.subscriptionId;
  return isNamed && !changeIn(step.booked, billed) ? 'kept' : 'more';
}

/** Says of a change that a later reading has booked what only the portal knows of it. */
async function name(userId: string, seen: SnapshotItem, chosen: Chosen): Promise<'kept' | 'again'> {
  const movements = await readShopMovements(seen.customerId);
  const { writes } = chosenStep({ booked: {}, bookings: 0 }, seen.record, movements, chosen);
  if (writes.length === 0) return 'kept';
  return (await transact([bookingWrite(userId, seen), ...writes])).written ? 'kept' : 'again';
}

/** Whether a reading says nothing that movements are needed for. */
const isSettled = (seen: SnapshotItem, reading: Reading, record: ShopRecord): boolean =>
  !changeIn(seen.booked, reading.record ? billedUnits(reading.record) : {}) && !isReaddressed(seen, record);

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
  reading: Reading,
  { chosen, known }: Booking = {},
): Promise<void> => {
  let last = known;
  return retryContention(async () => {
    let kept: 'kept' | 'more' | 'again';
    do {
      const seen = last ?? (await readSnapshot(userId, customerId));
      last = undefined;
      const isLate = seen && Math.max(seen.readAtMs, seen.changedAtMs ?? 0) > reading.readAtMs;
      if (isLate && !chosen) return;
      kept =
        isLate && chosen ? await name(userId, seen, chosen) : await keep(userId, customerId, seen, reading, chosen);
      if (kept === 'again' && !seen && (await ownerOf(customerId)) !== userId) return;
    } while (kept === 'more');
    if (kept === 'again') throw new Contended(`Others book the shop ${customerId}`);
  });
};
