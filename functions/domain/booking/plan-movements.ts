import type { MovementCause } from '#shared/model/movement';
import type { MovementItem } from '../../adapters/devices-table/movements';

/** The reason that a change made by the portal records before Stripe makes it. */
interface Intention {
  /** The number of devices after the change; it explains no other. */
  to: number;
  /** The devices that go back, as their owner named them. */
  serialNumbers: readonly string[];
  cause?: MovementCause;
}

export interface CountChange {
  /** The number of devices that a subscription paid for, and pays for now. */
  from: number;
  to: number;
  /** Whether this is the subscription's first count. */
  isFirst: boolean;
  intention: Intention | undefined;
}

type Known = Pick<MovementItem, 'kind' | 'cause' | 'state' | 'count' | 'serialNumbers' | 'orderedAt' | 'lowers'>;

/** A movement to order. */
export interface Wanted {
  kind: 'ship' | 'collect';
  cause: MovementCause;
  count: number;
  serialNumbers: readonly string[];
}

export interface MovementPlan<M> {
  /** At most one for the change itself, and one for what is left of a withdrawn movement. */
  order: Wanted[];
  withdraw: M[];
  /** Returns whose device is no longer paid for from now on. */
  lowered: M[];
}

const isOrdered = ({ state }: Known): boolean => state === 'ordered';
const newestFirst = <M extends Known>(one: M, other: M): number => other.orderedAt - one.orderedAt;

/** Withdraws movements that have not begun, newest first, for `count` devices; orders again what one has too many. */
function takeBack<M extends Known>(
  candidates: readonly M[],
  count: number,
): { withdraw: M[]; order: Wanted[]; left: number } {
  const withdraw: M[] = [];
  let left = count;
  for (const movement of candidates.toSorted(newestFirst)) {
    if (left === 0) break;
    withdraw.push(movement);
    const rest = movement.count - left;
    left = Math.max(0, left - movement.count);
    if (rest > 0 && (movement.kind === 'ship' || movement.kind === 'collect')) {
      const { kind, cause } = movement;
      const serialNumbers = movement.serialNumbers.slice(0, rest);
      return { withdraw, order: [{ kind, cause, count: rest, serialNumbers }], left: 0 };
    }
  }
  return { withdraw, order: [], left };
}

/** The returns that explain a lower count: first those that were to lower it, then the oldest. */
function explaining<M extends Known>(known: readonly M[], change: CountChange, serials: readonly string[]): M[] {
  const returns = known.filter(
    ({ cause, state, lowers }) => cause === 'return' && state !== 'withdrawn' && lowers !== 'done',
  );
  const order = ['due', 'waiting', undefined];
  return returns
    .filter(({ serialNumbers }) =>
      change.to === 0 || serials.length === 0 ? true : serialNumbers.some((one) => serials.includes(one)),
    )
    .toSorted(
      (one, other) => order.indexOf(one.lowers) - order.indexOf(other.lowers) || one.orderedAt - other.orderedAt,
    )
    .slice(0, change.from - change.to);
}

function planRaise<M extends Known>(known: readonly M[], { from, to, isFirst }: CountChange): MovementPlan<M> {
  const waiting = known.filter((one) => isOrdered(one) && one.kind === 'collect' && one.cause !== 'return');
  const { withdraw, order, left } = takeBack(waiting, to - from);
  const cause = isFirst ? 'subscribed' : 'raised';
  const ship: Wanted[] = left > 0 ? [{ kind: 'ship', cause, count: left, serialNumbers: [] }] : [];
  return { order: [...order, ...ship], withdraw, lowered: [] };
}

/** Exchanges that have not begun, of devices that go back for good: all at an end, else the collected ones. */
const pointless = <M extends Known>(known: readonly M[], to: number, going: readonly string[]): M[] =>
  known.filter(
    (one) =>
      isOrdered(one) && one.kind === 'swap' && (to === 0 || one.serialNumbers.some((serial) => going.includes(serial))),
  );

function planLowering<M extends Known>(known: readonly M[], change: CountChange): MovementPlan<M> {
  const { from, to, intention } = change;
  const named = intention?.to === to ? intention.serialNumbers : [];
  const lowered = explaining(known, change, named);
  const going = lowered.flatMap(({ serialNumbers }) => serialNumbers);
  const serials = named.filter((serial) => !going.includes(serial));
  const ships = known.filter((one) => isOrdered(one) && one.kind === 'ship');
  const { withdraw, order, left } = takeBack(ships, from - to - lowered.length);
  const cause = (intention?.to === to ? intention.cause : undefined) ?? (to === 0 ? 'ended' : 'lowered');
  const collect: Wanted[] =
    left > 0
      ? [{ kind: 'collect', cause, count: left, serialNumbers: serials.length >= left ? serials.slice(0, left) : [] }]
      : [];
  const collected = collect.flatMap(({ serialNumbers }) => serialNumbers);
  return {
    order: [...order, ...collect],
    withdraw: [...withdraw, ...pointless(known, to, collected)],
    lowered,
  };
}

/**
 * The movements that a changed count asks for; `known`: all movements of the subscription. Movements that have not
 * begun are withdrawn before new ones go the other way, and so are exchanges of devices that go back. A device that its
 * owner sends back anyway is not collected again: a lower count without named devices is explained by returns first,
 * an end by all of them. Pure.
 */
export const planMovements = <M extends Known>(known: readonly M[], change: CountChange): MovementPlan<M> =>
  change.to > change.from ? planRaise(known, change) : planLowering(known, change);

/** How many devices each subscription has by its movements alone: what was shipped less what is collected. Pure. */
export function netCounts(
  movements: readonly Pick<MovementItem, 'subscriptionId' | 'kind' | 'cause' | 'state' | 'count' | 'lowers'>[],
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { subscriptionId, kind, cause, state, count, lowers } of movements) {
    const collected = kind === 'collect' && (cause !== 'return' || lowers === 'done');
    const change = state === 'withdrawn' ? 0 : kind === 'ship' ? count : collected ? -count : 0;
    counts[subscriptionId] = (counts[subscriptionId] ?? 0) + change;
  }
  return counts;
}
