import {
  leftToMove,
  isNotBegun,
  isOpen,
  isUnlowered,
  promisedBy,
  type MovementCause,
  devicesMoved,
} from '#shared/model/movement';
import type { MovementItem } from './movements-table';

/** A changed number of devices that a subscription pays for. */
export interface CountChange {
  from: number;
  to: number;
  /** The devices that go back, as their owner chose them for this change; none if Stripe's event told of it. */
  chosen?: readonly string[];
}

/** The rented devices of a subscription that the mirror says its owner has. */
export interface HeldDevices {
  serials: readonly string[];
  /** Whether the mirror has any device of it, returned ones too: if not, only the counts tell how many there are. */
  isMirrored: boolean;
}

/** What a plan reads and changes of a movement. */
export type Planned = Pick<
  MovementItem,
  'kind' | 'cause' | 'state' | 'count' | 'serialNumbers' | 'back' | 'promisedBy' | 'lowers' | 'movedAt' | 'orderedAt'
>;

/** A movement to order. */
export interface Wanted {
  kind: 'ship' | 'collect';
  cause: MovementCause;
  count: number;
  serialNumbers: readonly string[];
}

export interface MovementPlan<M> {
  /** The number of devices that is booked with this plan; short of the change's if it takes more plans than one. */
  booked: number;
  order: Wanted[];
  /** What becomes of movements that are there; the staff are told of all but `lowers`. */
  changes: {
    movement: M;
    to: Partial<Pick<MovementItem, 'state' | 'count' | 'serialNumbers' | 'cause' | 'promisedBy' | 'lowers'>>;
  }[];
}

/** Movements of one kind that one plan changes, by up to four writes each: a transaction has at most 100. */
const mostAtOnce = 12;
/** How long devices of a closed movement may be missing in the mirror, in seconds: the staff enter them then. */
export const entering = 2 * 24 * 60 * 60;

/** The one shipment or collection of a subscription that the staff have not begun. */
const notBegun = <M extends Planned>(movements: readonly M[], kind: 'ship' | 'collect'): M | undefined =>
  movements.find((one) => isNotBegun(one, kind));

/** A movement for fewer devices, those without a name first; withdrawn if none is left. */
const less = <M extends Planned>(movement: M, by: number): MovementPlan<M>['changes'] => {
  const count = movement.count - by;
  const to =
    count === 0 ? { state: 'withdrawn' as const } : { count, serialNumbers: movement.serialNumbers.slice(0, count) };
  return by === 0 ? [] : [{ movement, to }];
};

/** More devices of a kind: added to the movement that has not begun, otherwise ordered. `now` in unix seconds. */
function more<M extends Planned>(
  movement: M | undefined,
  wanted: Wanted,
  now: number,
): Pick<MovementPlan<M>, 'order' | 'changes'> {
  if (wanted.count === 0) return { order: [], changes: [] };
  if (!movement) return { order: [wanted], changes: [] };
  const to = {
    count: movement.count + wanted.count,
    serialNumbers: [...movement.serialNumbers, ...wanted.serialNumbers],
    // All leave together, so the day is that of the newest promise.
    promisedBy: promisedBy(movement.cause, now),
  };
  return { order: [], changes: [{ movement, to }] };
}

/** Every serial number that an open movement still moves. */
const namedIn = (movements: readonly Planned[]): Set<string> => new Set(movements.flatMap(leftToMove));

/** Of the devices that an owner chose to send back, so many as `places` that no open movement names. */
const namesFor = (places: number, chosen: readonly string[], movements: readonly Planned[]): string[] => {
  const named = namedIn(movements);
  return chosen.filter((serial) => !named.has(serial)).slice(0, places);
};

function planRaise<M extends Planned>(
  movements: readonly M[],
  { from, to }: CountChange,
  now: number,
): MovementPlan<M> {
  const collection = notBegun(movements, 'collect');
  const kept = Math.min(to - from, collection?.count ?? 0);
  const count = to - from - kept;
  const wanted: Wanted = { kind: 'ship', cause: from === 0 ? 'subscribed' : 'raised', count, serialNumbers: [] };
  const { order, changes } = more(notBegun(movements, 'ship'), wanted, now);
  return { booked: to, order, changes: [...(collection ? less(collection, kept) : []), ...changes] };
}

/** Returns that nothing was lowered for yet: those that are to lower the subscription first, then the oldest. */
const unlowered = <M extends Planned>(movements: readonly M[]): M[] =>
  movements
    .filter(isUnlowered)
    .toSorted(
      (one, other) => Number(other.lowers === 'due') - Number(one.lowers === 'due') || one.orderedAt - other.orderedAt,
    );

function planLowering<M extends Planned>(
  movements: readonly M[],
  { from, to, chosen = [] }: CountChange,
  now: number,
): MovementPlan<M> {
  const explaining = unlowered(movements).slice(0, Math.max(0, from - to - chosen.length));
  const lowered = explaining.slice(0, mostAtOnce).map((movement) => ({ movement, to: { lowers: 'done' as const } }));
  if (explaining.length > mostAtOnce) return { booked: from - mostAtOnce, order: [], changes: lowered };
  const shipment = notBegun(movements, 'ship');
  const calledOff = Math.min(from - to - lowered.length, shipment?.count ?? 0);
  const count = from - to - lowered.length - calledOff;
  const serialNumbers = namesFor(count, chosen, movements);
  const { order, changes } = more(
    notBegun(movements, 'collect'),
    { kind: 'collect', cause: 'lowered', count, serialNumbers },
    now,
  );
  return { booked: to, order, changes: [...lowered, ...(shipment ? less(shipment, calledOff) : []), ...changes] };
}

/**
 * How many devices are collected at an end. The mirror decides, with what was sent and may not be entered in it yet;
 * without any device in the mirror, what was paid for and does not come back anyway. Units of a collection that is
 * under way without names come back with that one. `others`: the movements that stay; `paidFor`: units at their owner.
 */
function countAtEnd(
  others: readonly Planned[],
  { serials, isMirrored }: HeldDevices,
  paidFor: number,
  now: number,
): { count: number; unnamed: number } {
  const collected = others.filter((one) => one.kind === 'collect' && isOpen(one));
  const unnamed = devicesMoved(collected) - collected.flatMap(({ serialNumbers }) => serialNumbers).length;
  if (!isMirrored) return { count: Math.max(0, paidFor), unnamed };
  const inHand = Math.max(0, serials.length - unnamed);
  const underWay = devicesMoved(
    others.filter(
      (one) =>
        one.state !== 'withdrawn' &&
        ((one.kind === 'ship' && (isOpen(one) || one.movedAt > now - entering)) ||
          (one.kind === 'swap' && isOpen(one))),
    ),
  );
  return { count: Math.max(inHand, Math.min(paidFor, inHand + underWay)), unnamed };
}

function planEnd<M extends Planned>(
  movements: readonly M[],
  { from }: CountChange,
  held: HeldDevices,
  now: number,
): MovementPlan<M> {
  const swaps = movements.filter(({ kind, state }) => kind === 'swap' && state === 'ordered');
  const withdrawn = swaps.slice(0, mostAtOnce).map((movement) => ({ movement, to: { state: 'withdrawn' as const } }));
  if (swaps.length > mostAtOnce) return { booked: from, order: [], changes: withdrawn };
  const shipment = notBegun(movements, 'ship');
  const collection = notBegun(movements, 'collect');
  const others = movements.filter((one) => one !== shipment && one !== collection && !swaps.includes(one));
  const named = namedIn(others);
  const serials = held.serials.filter((serial) => !named.has(serial));
  const returned = new Set(unlowered(others).flatMap(({ serialNumbers }) => serialNumbers));
  const paidFor = from - (shipment?.count ?? 0) - returned.size + (collection?.count ?? 0);
  const { count, unnamed } = countAtEnd(others, { ...held, serials }, paidFor, now);
  const wanted = {
    kind: 'collect' as const,
    cause: 'ended' as const,
    count,
    // Which of them come back with a collection that is under way without names is not known.
    serialNumbers: unnamed > 0 ? [] : serials,
  };
  // With the end the bill goes down by every return.
  const due = others.filter(({ lowers }) => lowers === 'due').slice(0, mostAtOnce);
  const changes = [
    ...withdrawn,
    ...due.map((movement) => ({ movement, to: { lowers: 'done' as const } })),
    ...(shipment ? less(shipment, shipment.count) : []),
  ];
  if (count === 0)
    return { booked: 0, order: [], changes: [...changes, ...(collection ? less(collection, collection.count) : [])] };
  if (!collection) return { booked: 0, order: [wanted], changes };
  const { kind: _, ...to } = wanted;
  return {
    booked: 0,
    order: [],
    changes: [...changes, { movement: collection, to: { ...to, promisedBy: promisedBy(to.cause, now) } }],
  };
}

/**
 * The movements that a changed count asks for, by all `movements` of the subscription: a change takes from the unbegun
 * shipment or collection of the other way first, then is added to its own. No device is collected or named twice. An
 * end collects every device that no open one names, and withdraws unbegun exchanges. Pure; `now` in unix seconds.
 */
export function planMovements<M extends Planned>(
  movements: readonly M[],
  change: CountChange,
  held: HeldDevices,
  now: number,
): MovementPlan<M> {
  if (change.to > change.from) return planRaise(movements, change, now);
  return change.to === 0 ? planEnd(movements, change, held, now) : planLowering(movements, change, now);
}

/** A return's device has an unnamed place in the unbegun collection of a lower quantity, if there is one. Pure. */
export function planReturn<M extends Planned>(movements: readonly M[]): MovementPlan<M>['changes'] {
  const movement = notBegun(movements, 'collect');
  const isUnnamed = movement?.cause === 'lowered' && movement.serialNumbers.length < movement.count;
  return isUnnamed ? less(movement, 1) : [];
}

/** Names the owner's chosen devices in the collection that Stripe's quicker event ordered. Pure. */
export function planChosen<M extends Planned>(
  movements: readonly M[],
  chosen: readonly string[],
): MovementPlan<M>['changes'] {
  const movement = notBegun(movements, 'collect');
  const { count = 0, serialNumbers = [] } = movement ?? {};
  const names = namesFor(count - serialNumbers.length, chosen, movements);
  return movement && names.length > 0 ? [{ movement, to: { serialNumbers: [...serialNumbers, ...names] } }] : [];
}
