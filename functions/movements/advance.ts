import { isRented, isReturned } from '#shared/model/device-request';
import {
  leftToMove,
  hasLeft,
  isOpen,
  movementCauses,
  movementKinds,
  type MovementState,
  movementStatesBefore,
  type Parcel,
} from '#shared/model/movement';
import { meaningOf } from '#functions/devices/request-states';
import { moveRequest } from '#functions/devices/requests-table';
import { clock } from '#functions/platform/clock';
import { mapWithLimit } from '#functions/platform/map-with-limit';
import type { DeviceItem } from '#functions/devices/items';
import {
  changeWrite,
  type MovementItem,
  type MovementKey,
  readMovement,
  readShopMovements,
  shopOfMovement,
} from './movements-table';
import { listDevicesUnder, readDevices } from '#functions/devices/devices-table';
import { Contended, retryContention } from '#functions/platform/dynamodb/contention';
import { type Write, writeAll } from '#functions/platform/dynamodb/transaction';
import type { RequestRecord } from '#functions/devices/to-items';
import type { NewsNotice } from '#functions/mails/notices-table';
import { shopsOfDevices } from '#functions/devices/shop-devices';
import { ownerOf, versionWrite, readSnapshot } from '#functions/shops/shops-table';
import { newsNotice } from '#functions/mails/shop-notices';

/** What the staff's record says of a movement. */
interface Reported {
  state: MovementState | undefined;
  parcel?: Parcel | undefined;
  /** Unix seconds. */
  arrivedAt?: number | undefined;
}

type StageAndParcel = Pick<RequestRecord, 'stage' | 'carrier' | 'trackingNumber' | 'arrivedAt'>;

/** The most characters of a parcel's carrier and number that are shown. */
const longest = 40;

/** What a record says; a time of arrival means that the devices have arrived, whatever its stage. */
function reportedIn({ stage, carrier, trackingNumber, arrivedAt }: StageAndParcel): Reported {
  const state = meaningOf(stage).movement;
  const isEarlier = state === undefined || movementStatesBefore('arrived').includes(state);
  return {
    state: arrivedAt && isEarlier ? 'arrived' : state,
    ...(trackingNumber && {
      parcel: {
        carrier: (carrier || '配送会社の記載なし').slice(0, longest),
        number: trackingNumber.slice(0, longest),
      },
    }),
    ...(arrivedAt && { arrivedAt }),
  };
}

/** Whether what the staff report moves a movement on; they may withdraw whatever is not closed. */
const moves = (movement: MovementItem, state: MovementState): boolean =>
  state === 'withdrawn' ? isOpen(movement) : movementStatesBefore(state).includes(movement.state);

/** The staff's parcel, if it is new; a parcel that the owner named stays. */
function parcelFor({ kind, state, parcel: known }: MovementItem, parcel: Parcel | undefined): Parcel | undefined {
  const isKnown = known?.carrier === parcel?.carrier && known?.number === parcel?.number;
  const isOwners = known && kind !== 'ship' && hasLeft({ state });
  return isKnown || isOwners ? undefined : parcel;
}

const underWay: readonly MovementState[] = ['box-sent', 'on-its-way'];
const there: readonly MovementState[] = ['arrived', 'closed'];

/** The notice for each step of the staff; each is sent once. Devices that come back already need no box. */
function noticeKindOf({ kind, state: from }: MovementItem, to: MovementState): NewsNotice['kind'] | undefined {
  if (to === 'withdrawn') return 'movement-cancelled';
  if (there.includes(to)) return there.includes(from) ? undefined : 'movement-arrived';
  if (kind === 'collect' && to === 'on-its-way') return undefined;
  return underWay.includes(to) && from === 'ordered' ? 'movement-sent' : undefined;
}

const toNews = ({ kind, receiptNumber, count, serialNumbers, parcel }: MovementItem) => ({
  what: movementKinds[kind].label,
  receiptNumber,
  count,
  serialNumbers,
  ...(parcel && { parcel }),
});

/** The writes that move a movement on by what the staff report, and tell its owner; none if that says nothing new. */
async function writesFor(movement: MovementItem, reported: Reported): Promise<Write[]> {
  const state = reported.state && moves(movement, reported.state) ? reported.state : undefined;
  const parcel = parcelFor(movement, reported.parcel);
  if (!state && !parcel) return [];
  const now = clock.seconds();
  const arrives = state === 'arrived' || state === 'closed';
  const told = state && noticeKindOf(movement, state);
  const notice = told
    ? await newsNotice(movement.customerId, told, toNews({ ...movement, ...(parcel && { parcel }) }))
    : [];
  return [
    changeWrite(movement, {
      ...(state && { state, movedAt: now }),
      ...(parcel && { parcel }),
      ...(arrives && movement.arrivedAt === undefined && { arrivedAt: reported.arrivedAt ?? now }),
    }),
    ...notice,
  ];
}

/** Writes what is decided of a movement; decides again if somebody changes it meanwhile. Returns whether it wrote. */
function change(known: MovementItem, decide: (movement: MovementItem) => Promise<Write[]>): Promise<boolean> {
  let movement: MovementItem | undefined = known;
  return retryContention(async () => {
    const writes = movement ? await decide(movement) : [];
    if (writes.length === 0) return false;
    if (await writeAll(writes)) return true;
    movement = await readMovement(known);
    throw new Contended();
  });
}

/** Moves a movement on by what the staff report, forward only, and tells its owner; returns whether it changed. */
const moveMovement = (known: MovementItem, reported: Reported): Promise<boolean> =>
  change(known, (movement) => writesFor(movement, reported));

/** Records that are applied at the same time. */
const recordsAtOnce = 16;

/**
 * Moves movements on by the staff's records of them, which name one by its id alone, whatever else the staff change;
 * returns how many changed.
 */
export async function applyMovements(
  records: readonly (Pick<RequestRecord, 'requestId'> & StageAndParcel)[],
): Promise<number> {
  const changed = await mapWithLimit(recordsAtOnce, records, async ({ requestId: movementId, ...told }) => {
    const reported = reportedIn(told);
    const customerId = (reported.state ?? reported.parcel) && (await shopOfMovement(movementId));
    const movement = customerId ? await readMovement({ customerId, movementId }) : undefined;
    return movement !== undefined && moveMovement(movement, reported);
  });
  return changed.filter(Boolean).length;
}

/** Ends the movement of a return or exchange, whose device came back or record was deleted. Returns whether. */
export async function endMovement(named: MovementKey, state: 'closed' | 'withdrawn'): Promise<boolean> {
  const movement = await readMovement(named);
  return movement !== undefined && moveMovement(movement, { state });
}

/** Ends the request of an ended return or exchange, and so frees its device, with `also`. Returns whether. */
export async function endRequestOf(
  movement: Pick<MovementItem, 'movementId' | 'cause' | 'orderedAt' | 'serialNumbers' | 'requestedSerial'>,
  state: 'done' | 'cancelled',
  also: readonly Write[] = [],
): Promise<boolean> {
  const { movementId: requestId, cause, orderedAt: requestedAt } = movement;
  const serialNumber = movement.requestedSerial ?? movement.serialNumbers[0];
  if (serialNumber === undefined || !movementCauses[cause].requested) return false;
  return moveRequest({ serialNumber, requestedAt, requestId }, state, also);
}

/** A device as an open movement sees it: with the shop's owner, back, or not the shop's any more. */
type Whereabouts = 'held' | 'back' | 'gone';

/** Where devices are, by serial number. One whose record is missing counts as held: it may be renamed. */
async function whereaboutsOf(
  serialNumbers: readonly string[],
  { customerId, subscriptionId }: MovementItem,
): Promise<Map<string, Whereabouts>> {
  const devices = await readDevices(serialNumbers);
  const isElsewhere = (device: DeviceItem): boolean => device.subscriptionId !== subscriptionId;
  const shops = await shopsOfDevices([...devices.values()].filter(isElsewhere));
  return new Map(
    serialNumbers.map((serial) => {
      const device = devices.get(serial);
      if (!device) return [serial, 'held'];
      const isGone = isElsewhere(device) && shops.get(device.subscriptionId ?? '') !== customerId;
      // The staff may take what came back out of its subscription in the same edit.
      const isNobodys = device.subscriptionId === undefined && isReturned(device);
      if ((isGone && !isNobodys) || !isRented(device)) return [serial, 'gone'];
      return [serial, isReturned(device) ? 'back' : 'held'];
    }),
  );
}

/** Whether all devices that a collection without names is to fetch are back; their index may be behind. */
async function areBack({ subscriptionId, count, orderedAt }: MovementItem): Promise<boolean> {
  const listed = await listDevicesUnder([subscriptionId]);
  const devices = await readDevices(listed.map(({ device }) => device.serialNumber));
  const rented = [...devices.values()].filter(isRented);
  const back = rented.filter(({ statusUpdatedAt }) => (statusUpdatedAt ?? 0) >= orderedAt);
  return back.length >= count && rented.every(isReturned);
}

/**
 * What the places of its devices change of an open movement: closed once none of those it names is with the shop's
 * owner, and until then it knows which are back. A device that the record system gives to another shop is not named any
 * longer. Undefined if nothing changes.
 */
async function changeByDevices(movement: MovementItem): Promise<'closed' | Partial<MovementItem> | undefined> {
  const { cause, count, serialNumbers } = movement;
  const isWhole = serialNumbers.length >= count;
  if (!isWhole && cause === 'ended' && (await areBack(movement))) return 'closed';
  const moving = leftToMove(movement);
  const places = await whereaboutsOf(moving, movement);
  const at = (place: Whereabouts): string[] => moving.filter((serial) => places.get(serial) === place);
  const [gone, returned] = [at('gone'), at('back')];
  if (isWhole && gone.length + returned.length === moving.length)
    // What is not the shop's any more has not arrived.
    return returned.length > 0 || movement.back ? 'closed' : { state: 'closed', movedAt: clock.seconds() };
  if (gone.length + returned.length === 0) return undefined;
  return {
    serialNumbers: serialNumbers.filter((serial) => !gone.includes(serial)),
    count: count - gone.length,
    ...(returned.length > 0 && { back: [...(movement.back ?? []), ...returned] }),
    // What comes back has left its owner, whatever the staff's stage says.
    ...(returned.length > 0 && !hasLeft(movement) && { state: 'on-its-way', movedAt: clock.seconds() }),
  };
}

/**
 * Moves the open movements of a shop on by its devices in the mirror: whether or not the staff move the stage as well,
 * no movement stays open that names a device which is back, and its owner no longer reads that it is to be sent. The
 * device request of a closed one ends too.
 */
export async function followDevices(customerId: string): Promise<void> {
  for (const one of await readShopMovements(customerId)) {
    if (one.kind === 'ship' || !isOpen(one)) continue;
    let closes = false;
    await change(one, async (movement) => {
      const to = isOpen(movement) ? await changeByDevices(movement) : undefined;
      closes = to === 'closed' || to?.state === 'closed';
      if (to === 'closed') return writesFor(movement, { state: to });
      return to ? [changeWrite(movement, to)] : [];
    });
    if (closes) await endRequestOf(one, 'done');
  }
}

/** Whether what it promises holds for a corrected number: a record of an exchange may get that of the other device. */
const followsCorrection = ({ kind, state }: MovementItem): boolean => kind === 'collect' || state === 'ordered';

/** Lets the open movement of a device name its corrected number, unless another does so already. */
export async function renameInMovements(customerId: string, from: string, to: string): Promise<void> {
  const userId = await ownerOf(customerId);
  if (userId === undefined) return;
  await retryContention(async () => {
    const snapshot = await readSnapshot(userId, customerId);
    const movements = await readShopMovements(customerId);
    const known = movements.filter(followsCorrection).find((one) => leftToMove(one).includes(from));
    if (!snapshot || !known || movements.some((one) => leftToMove(one).includes(to))) return;
    const serialNumbers = known.serialNumbers.map((serial) => (serial === from ? to : serial));
    const requestedSerial = movementCauses[known.cause].requested
      ? { requestedSerial: known.requestedSerial ?? from }
      : {};
    const writes = [changeWrite(known, { serialNumbers, ...requestedSerial }), versionWrite(userId, snapshot)];
    if (!(await writeAll(writes))) throw new Contended();
  });
  await followDevices(customerId);
}
