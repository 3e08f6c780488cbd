import * as z from 'zod/mini';
import type { MovingRequestKind } from './device-request';
import { businessDaysLater } from './business-days';
import { daysLaterInJapan } from './japan-time';
import { sum } from '../numbers';
import { asDigits, asLine } from './typed-text';

/** A movement: one promise to ship, collect or swap devices (decisions/movements). `staff`: its name for the staff. */
export const movementKinds = {
  ship: { label: 'お届け', staff: '発送' },
  collect: { label: '返却', staff: '回収' },
  swap: { label: '交換', staff: '交換' },
} as const;
export type MovementKind = keyof typeof movementKinds;
export type MovementLabel = (typeof movementKinds)[MovementKind]['label'];
const kindNames = Object.keys(movementKinds) as [MovementKind, ...MovementKind[]];

interface CauseRule {
  /** In words for owners and staff. */
  label: string;
  /** By when the staff ship: as terms, article 8 and 9, and the terms of returns and exchanges say. */
  within: '7 days' | '3 business days';
  /** Whether its owner requested it by a device request, which locks the device; only then it can be withdrawn. */
  requested: boolean;
}

/** The causes of a movement (decisions/movements); `ended` takes back every device of its subscription. */
export const movementCauses = {
  subscribed: { label: 'ご契約の開始', within: '3 business days', requested: false },
  raised: { label: '台数の追加', within: '3 business days', requested: false },
  lowered: { label: '台数の削減', within: '7 days', requested: false },
  ended: { label: 'ご契約の終了', within: '7 days', requested: false },
  return: { label: '返却のお申し込み', within: '3 business days', requested: true },
  exchange: { label: '交換のお申し込み', within: '3 business days', requested: true },
} as const satisfies Record<MovingRequestKind, CauseRule & { requested: true }> & Record<string, CauseRule>;
export type MovementCause = keyof typeof movementCauses;
const causeNames = Object.keys(movementCauses) as [MovementCause, ...MovementCause[]];

/** The states in their order; the owner may withdraw what is `ordered`, the staff whatever is not closed. */
const movementStates = ['ordered', 'box-sent', 'on-its-way', 'arrived', 'closed', 'withdrawn'] as const;
export type MovementState = (typeof movementStates)[number];

/** Whether devices are still to be moved. */
export const isOpen = ({ state }: { state: MovementState }): boolean => state !== 'closed' && state !== 'withdrawn';

/** The devices that an open movement still moves: those it names, but for those that are back. */
export const leftToMove = ({ state, serialNumbers, back = [] }: NamedDevices): readonly string[] =>
  isOpen({ state }) ? serialNumbers.filter((serial) => !back.includes(serial)) : [];

interface NamedDevices {
  state: MovementState;
  serialNumbers: readonly string[];
  back?: readonly string[];
}

/** Whether its owner may send devices back now: those of an exchange go back once the other ones were sent. */
export const isSendable = ({ kind, state }: { kind: MovementKind; state: MovementState }): boolean =>
  kind !== 'ship' && isOpen({ state }) && state !== 'arrived' && !(kind === 'swap' && state === 'ordered');

/**
 * Whether its owner is asked to send devices now: the box is there, or its day has passed and nobody said that it was
 * sent. `today`: as `2026-11-21`, in Japan.
 */
export const awaitsParcel = (movement: Pick<Movement, 'kind' | 'state' | 'promisedBy'>, today: string): boolean =>
  isSendable(movement) && (movement.state !== 'ordered' || movement.promisedBy < today);

/** Whether an open movement takes a device, by name or with all of its subscription: no other may name it then. */
export const takes = (
  movement: Pick<Movement, 'kind' | 'cause' | 'state' | 'count'> & NamedDevices,
  { serialNumber, isOfItsSubscription }: { serialNumber: string; isOfItsSubscription: boolean },
): boolean => {
  const { cause, count, serialNumbers } = movement;
  if (!isOpen(movement)) return false;
  const isRest = cause === 'ended' && serialNumbers.length < count && isOfItsSubscription;
  return isRest || leftToMove(movement).includes(serialNumber);
};

export const devicesMoved = (movements: readonly { count: number }[]): number =>
  sum(movements.map(({ count }) => count));

type Begun = Pick<Movement, 'kind' | 'cause' | 'state'>;

/** Whether it is the shipment, or collection, of a subscription that the staff have not begun: changes go into it. */
export const isNotBegun = ({ kind, cause, state }: Begun, wanted: 'ship' | 'collect'): boolean =>
  kind === wanted && state === 'ordered' && !movementCauses[cause].requested;

/** Whether it is a return that nothing was lowered for yet: a lower number of devices means its device first. */
export const isUnlowered = ({
  cause,
  state,
  lowers,
}: Pick<Begun, 'cause' | 'state'> & { lowers?: 'due' | 'done' | null }): boolean =>
  cause === 'return' && state !== 'withdrawn' && lowers !== 'done';

/** What a changed number of devices moves, in devices. */
export interface MovesOfChange {
  /** Of a shipment, or a collection, that has not begun: they are called off. */
  calledOff: number;
  /** Sent back anyway, by returns that their owner asked for. */
  returned: number;
  /** Collected, or shipped, besides. */
  back: number;
  ship: number;
}

/**
 * What moves if a subscription of a shop with these movements goes from one number of devices to another, as it is
 * booked (functions/movements/plan.ts; a test compares them). Those that are chosen to go back are among `back`. Pure.
 */
export function movesOfChange(
  movements: readonly Pick<Movement, 'kind' | 'cause' | 'state' | 'count' | 'subscription' | 'lowers'>[],
  subscription: string,
  { before, after }: { before: number; after: number },
): MovesOfChange {
  const own = movements.filter((one) => one.subscription === subscription);
  if (after >= before) {
    const calledOff = Math.min(after - before, devicesMoved(own.filter((one) => isNotBegun(one, 'collect'))));
    return { calledOff, returned: 0, back: 0, ship: after - before - calledOff };
  }
  const returned = Math.min(before - after, own.filter(isUnlowered).length);
  const calledOff = Math.min(before - after - returned, devicesMoved(own.filter((one) => isNotBegun(one, 'ship'))));
  return { calledOff, returned, back: before - after - returned - calledOff, ship: 0 };
}

/** Why a device that a movement takes is neither returned nor exchanged, for its owner. */
export const takenText = ({
  cause,
  kind,
  receiptNumber,
}: Pick<Movement, 'cause' | 'kind' | 'receiptNumber'>): string =>
  movementCauses[cause].requested
    ? `このデバイスは、${movementKinds[kind].label}の手続き中です（受付番号 ${receiptNumber}）。` +
      '変更する場合は、店舗詳細の画面から取り下げるか、担当者までご連絡ください。'
    : 'このデバイスは、ご契約の変更や終了による返却の手続きがすでに進んでいます。あらためてのお申し込みは必要ありません。';

/** The states from which a movement may go to another one. It only goes forward, whatever the order of its news. */
export const movementStatesBefore = (state: Exclude<MovementState, 'withdrawn'>): MovementState[] =>
  movementStates.slice(0, movementStates.indexOf(state));

/** Whether its devices have left: until then, the parcel of a return or exchange is one that the staff sent. */
export const hasLeft = ({ state }: { state: MovementState }): boolean =>
  !movementStatesBefore('on-its-way').includes(state);

/** A movement's devices in one line: the serial numbers that are known, and how many others. */
export const devicesText = ({ serialNumbers, count }: { serialNumbers: readonly string[]; count: number }): string => {
  const others = count - serialNumbers.length;
  if (others <= 0) return serialNumbers.join('、');
  return serialNumbers.length > 0 ? `${serialNumbers.join('、')} ほか${others}台` : `${count}台`;
};

/** The day in Japan by which the staff ship the devices or the box, from a moment in unix seconds. */
export const promisedBy = (cause: MovementCause, at: number): string =>
  movementCauses[cause].within === '7 days' ? daysLaterInJapan(at, 7) : businessDaysLater(at, 3);

/** The same as a time from then on, in words. */
export const promisedWithin = (cause: MovementCause): string =>
  movementCauses[cause].within === '7 days' ? '1週間以内' : '3営業日以内';

const parcelText = (text: string, read = asLine) =>
  z.string(text).check(asLine, read, z.minLength(1, text), z.maxLength(40, text));
/** A parcel; also the body of POST /api/movements/{id}/sent. */
export const parcelSchema = z.object({
  carrier: parcelText('配送会社を40文字以内で入力してください'),
  number: parcelText('送り状番号を40文字以内で入力してください', asDigits),
});
export type Parcel = z.output<typeof parcelSchema>;

/** A movement as its owner sees it. Times in ISO 8601; `promisedBy` is a calendar day in Japan. */
export const movementSchema = z.object({
  id: z.string(),
  receiptNumber: z.string(),
  kind: z.enum(kindNames),
  cause: z.enum(causeNames),
  subscription: z.string(),
  /** How many devices; `serialNumbers` has those that are known. */
  count: z.number(),
  serialNumbers: z.array(z.string()),
  /** Those of them that are back already. */
  back: z.array(z.string()),
  promisedBy: z.string(),
  orderedAt: z.string(),
  state: z.enum(movementStates),
  parcel: z.nullable(parcelSchema),
  arrivedAt: z.nullable(z.string()),
  /** Whether the owner may withdraw it: a return or exchange that the staff have not begun. */
  withdrawable: z.boolean(),
  /** Whether the subscription goes down by one with this return: `due` while that is being done, then `done`. */
  lowers: z.nullable(z.enum(['due', 'done'])),
});
export type Movement = z.output<typeof movementSchema>;

/** How many devices of a subscription are with its owner, and how many it pays for. */
export const countsSchema = z.object({ subscription: z.string(), held: z.number(), billed: z.number() });
export type Counts = z.output<typeof countsSchema>;
