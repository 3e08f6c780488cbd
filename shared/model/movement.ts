import * as z from 'zod/mini';
import type { MovingRequestKind } from './device-request';
import { daysLaterInJapan, weekdaysLaterInJapan } from './japan-time';
import { asLine } from './one-line';

/**
 * A movement: one promise to ship, collect or swap devices (decision 064). `staff` is the name of the kind in the
 * staff's app.
 */
export const movementKinds = {
  ship: { label: 'お届け', staff: '発送' },
  collect: { label: '返却', staff: '回収' },
  swap: { label: '交換', staff: '交換' },
} as const;
export type MovementKind = keyof typeof movementKinds;
/** The name of a kind of movement, for people. */
export type MovementLabel = (typeof movementKinds)[MovementKind]['label'];
const kindNames = Object.keys(movementKinds) as [MovementKind, ...MovementKind[]];

interface CauseRule {
  /** In words for owners and staff. */
  label: string;
  /** By when the staff ship: as terms, article 8 and 9, and the terms of returns and exchanges say. */
  within: '7 days' | '3 weekdays';
  /**
   * Whether its owner requested it by a device request, which locks the device; only such a movement can be withdrawn.
   */
  requested: boolean;
}

/** The causes of a movement. A new device is promised like an exchange's (decision 064). */
export const movementCauses = {
  subscribed: { label: 'ご契約の開始', within: '3 weekdays', requested: false },
  raised: { label: '台数の追加', within: '3 weekdays', requested: false },
  lowered: { label: '台数の削減', within: '7 days', requested: false },
  ended: { label: 'ご契約の終了', within: '7 days', requested: false },
  'forced-end': { label: 'お支払いの遅れによるご契約の終了', within: '7 days', requested: false },
  return: { label: '返却のお申し込み', within: '3 weekdays', requested: true },
  exchange: { label: '交換のお申し込み', within: '3 weekdays', requested: true },
} as const satisfies Record<MovingRequestKind, CauseRule & { requested: true }> & Record<string, CauseRule>;
export type MovementCause = keyof typeof movementCauses;
const causeNames = Object.keys(movementCauses) as [MovementCause, ...MovementCause[]];

/** The states in their order; `withdrawn` may follow `ordered` only. */
const movementStates = ['ordered', 'box-sent', 'on-its-way', 'arrived', 'closed', 'withdrawn'] as const;
export type MovementState = (typeof movementStates)[number];

/** Whether devices are still to be moved. */
export const isOpen = ({ state }: { state: MovementState }): boolean => state !== 'closed' && state !== 'withdrawn';

/** Whether its owner may send devices back now: those of an exchange go back once the other ones were sent. */
export const isSendable = ({ kind, state }: { kind: MovementKind; state: MovementState }): boolean =>
  kind !== 'ship' && isOpen({ state }) && state !== 'arrived' && !(kind === 'swap' && state === 'ordered');

/** Whether a movement collects a device already, named or with its ended subscription, without a request for it. */
export const collects = (
  movement: Pick<Movement, 'kind' | 'cause' | 'state'> & { readonly serialNumbers: readonly string[] },
  { serialNumber, isOfItsSubscription }: { serialNumber: string; isOfItsSubscription: boolean },
): boolean => {
  const { kind, cause, serialNumbers } = movement;
  if (kind !== 'collect' || !isOpen(movement) || movementCauses[cause].requested) return false;
  return serialNumbers.length > 0 ? serialNumbers.includes(serialNumber) : cause !== 'lowered' && isOfItsSubscription;
};

/** Why a device that is collected already is neither returned nor exchanged, for its owner. */
export const collectedText =
  'このデバイスは、ご契約の変更や終了による返却の手続きがすでに進んでいます。あらためてのお申し込みは必要ありません。';

/** The states from which a movement may go to another one. It only goes forward, whatever the order of its news. */
export const movementStatesBefore = (state: MovementState): MovementState[] =>
  state === 'withdrawn' ? ['ordered'] : movementStates.slice(0, movementStates.indexOf(state));

/** Whether its devices have left: until then, the parcel of a return or exchange is one that the staff sent. */
export const hasLeft = ({ state }: { state: MovementState }): boolean =>
  !movementStatesBefore('on-its-way').includes(state);

/** The state of a movement in words for its owner; a device that is shipped needs no box. */
export const movementStateText = (kind: MovementKind, state: MovementState): string =>
  ({
    ordered: kind === 'ship' ? '発送の準備中' : kind === 'swap' ? '交換機の準備中' : '返却用の箱を準備中',
    'box-sent': kind === 'swap' ? '交換機を発送済み' : '返却用の箱を発送済み',
    'on-its-way': kind === 'ship' ? '配送中' : 'ご返送中',
    arrived: kind === 'ship' ? 'お届け済み' : '到着を確認済み',
    closed: '完了',
    withdrawn: '取り下げ',
  })[state];

/** The day in Japan by which the staff ship the devices or the box, from a moment in unix seconds. */
export const promisedBy = (cause: MovementCause, at: number): string =>
  movementCauses[cause].within === '7 days' ? daysLaterInJapan(at, 7) : weekdaysLaterInJapan(at, 3);

/** The same as a time from then on, in words. */
export const promisedWithin = (cause: MovementCause): string =>
  movementCauses[cause].within === '7 days' ? '1週間以内' : '3営業日以内';

/** When a device that is returned to rent one fewer is no longer paid for: the stage's setting. */
export type ReturnLowersWhen = 'requested' | 'arrived';

/** The same in words, for the wizard and the terms of returns. */
export const returnLowersText = (when: ReturnLowersWhen): string =>
  when === 'requested'
    ? '返却とあわせて契約台数を減らす場合は、お申し込みの後のご請求から減額されます。'
    : '返却とあわせて契約台数を減らす場合は、デバイスの到着を確認した後のご請求から減額されます。';

const parcelText = (most: number, text: string) =>
  z.string(text).check(asLine, z.minLength(1, text), z.maxLength(most, text));
/** A parcel; also the body of POST /api/movements/{id}/sent. */
export const parcelSchema = z.object({
  carrier: parcelText(40, '配送会社を40文字以内で入力してください'),
  number: parcelText(40, '送り状番号を40文字以内で入力してください'),
});
export type Parcel = z.output<typeof parcelSchema>;

/** A movement as its owner sees it. Times in ISO 8601; `promisedBy` is a calendar day in Japan. */
export const movementSchema = z.object({
  id: z.string(),
  receiptNumber: z.string(),
  kind: z.enum(kindNames),
  cause: z.enum(causeNames),
  subscription: z.string(),
  /** How many devices; `serialNumbers` has as many if it is known which. */
  count: z.number(),
  serialNumbers: z.array(z.string()),
  promisedBy: z.string(),
  orderedAt: z.string(),
  state: z.enum(movementStates),
  parcel: z.nullable(parcelSchema),
  arrivedAt: z.nullable(z.string()),
  /** Whether the owner may withdraw it: a return or exchange that the staff have not begun. */
  withdrawable: z.boolean(),
  /** Whether the subscription goes down by one with this return: `waiting` until it arrives, `due` at once, `done`. */
  lowers: z.nullable(z.enum(['waiting', 'due', 'done'])),
});
export type Movement = z.output<typeof movementSchema>;

/** How many devices of a subscription are with its owner, and how many it pays for. */
export const countsSchema = z.object({
  subscription: z.string(),
  held: z.number(),
  billed: z.number(),
  /** Whether the movements explain a difference; true too while only the staff are to see it. */
  explained: z.boolean(),
});
export type Counts = z.output<typeof countsSchema>;

/** Whether a return still takes its device off the subscription: it counts in every lower quantity (decision 080). */
export const lowersLater = ({ lowers, state }: { lowers?: Movement['lowers']; state: MovementState }): boolean =>
  state !== 'withdrawn' && (lowers === 'waiting' || lowers === 'due');

/** Whether a return lowers the subscription by a device: one that is asked for again must not do so twice. */
export const lowersBy = (
  movement: Pick<Movement, 'state'> & { lowers?: Movement['lowers']; readonly serialNumbers: readonly string[] },
  serialNumber: string,
): boolean =>
  Boolean(movement.lowers) &&
  movement.serialNumbers.includes(serialNumber) &&
  (isOpen(movement) || lowersLater(movement));
