import { businessDaysLater } from '#shared/model/business-days';
import { dayDigitsInJapan, dayInWords, timeInJapan } from '#shared/model/japan-time';
import type { ShopContact } from '#functions/shops/describe-shop';
import {
  type DeviceRequestKind,
  deviceRequestKinds,
  isMoving,
  repairCalledWithin,
  rulesOf,
} from '#shared/model/device-request';
import { devicesText, movementCauses, type MovementKind, movementKinds, promisedBy } from '#shared/model/movement';
import { writtenLengths } from '#shared/model/record-form';
import { randomText } from '#functions/platform/crypto';
import { subscriptionOf } from '#functions/devices/items';
import type { MovementItem } from './movements-table';
import type { RequestItem } from '#functions/devices/requests-table';
import type { StaffRecord } from '#functions/devices/add-request';
import type { StaffMessage } from '#functions/mails/tell-staff';

/* What the staff read of a request or movement; a message names the id, because SNS may deliver one twice. */

/** Without 0 O, 1 I L and U, so that a number read out on the telephone is not misheard and spells no words. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A number that names a request, such as `R-20261121-7K3QX`, and grants no access. `now` in unix seconds. */
export const newReceiptNumber = (now: number): string => `R-${dayDigitsInJapan(now)}-${randomText(letters, 5)}`;

/** A device request with the shop as the staff see it, and what its owner wrote. */
export type RequestForStaff = RequestItem & Pick<StaffRecord, 'notes' | 'shop'>;

/** A change of a movement that the staff are told of, and the shop as they see it. */
export interface MovementChange {
  change: 'ordered' | 'changed' | 'sent' | 'withdrawn' | 'readdressed';
  shop: ShopContact;
  /** With another address: the others that it is the address of. */
  others?: readonly MovementItem[];
}

/** What the staff ship by the promised day. */
const shipped = { ship: '発送の期限', collect: '返却用の箱の発送期限', swap: '交換機の発送期限' } as const;
const shippedBy = (kind: MovementKind, day: string): string => `${shipped[kind]}: ${dayInWords(day)}`;

/** The line that tells the staff what a screen promised for a request. `requestedAt` in unix seconds. */
const requestDeadline = ({ kind, requestedAt }: { kind: DeviceRequestKind; requestedAt: number }): string =>
  isMoving(kind)
    ? shippedBy(deviceRequestKinds[kind].moves, promisedBy(kind, requestedAt))
    : `お客様への連絡の期限: ${dayInWords(businessDaysLater(requestedAt, repairCalledWithin))}`;

/** Everything that a mail program may show as the beginning of a new line. */
const lineBreaks = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;

/** A line of the message. Several lines are quoted, so that what a user writes cannot pass for another field. */
function lineOf(name: string, value: string): string[] {
  const lines = value.split(lineBreaks);
  return lines.length === 1 ? [`${name}: ${value || 'なし'}`] : [`${name}:`, ...lines.map((line) => `  > ${line}`)];
}

const linesOf = (told: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(told).flatMap(([name, value]) => (value === undefined ? [] : lineOf(name, value)));

/** The lines with which every message begins and ends. */
const headOf = (receipts: string, at: number, shop: ShopContact) => ({
  受付番号: receipts,
  受付日時: timeInJapan(at),
  店舗: shop.name,
  住所: shop.address,
  宛名: shop.recipient,
  電話番号: shop.phone,
});
const idsOf = ({ subscriptionId, customerId }: Pick<MovementItem, 'subscriptionId' | 'customerId'>, id: string) => ({
  契約ID: subscriptionId,
  顧客ID: customerId,
  申請ID: id,
});
const onlyOnce = (what: '申請' | '作業'): string => `同じ申請IDの通知が重ねて届いた場合も、${what}は1件です。`;

/** The name on the parcel, for the notes of a record: its app may lack the field. */
const recipientLine = ({ recipient }: ShopContact): string[] => (recipient ? lineOf('宛名', recipient) : []);

const needsNothing = '取り下げられました。作業は不要です。';

/** The record of a request that was withdrawn before the record was added. */
export const withdrawnRecord = (record: StaffRecord): StaffRecord => ({
  ...record,
  notes: `${needsNothing}\n${record.notes}`,
});

/** The record of a request; its notes end with its deadline and the name on the parcel. */
export const requestRecord = (request: RequestForStaff): StaffRecord => ({
  requestId: request.requestId,
  receiptNumber: request.receiptNumber,
  kind: rulesOf(request.kind).label,
  serialNumber: request.serialNumber,
  subscriptionId: request.requestedUnder,
  customerId: request.customerId,
  shop: request.shop,
  ...(request.reason !== undefined && { reason: request.reason }),
  ...(request.issues && { issues: request.issues }),
  notes: [request.notes, requestDeadline(request), ...recipientLine(request.shop)].filter(Boolean).join('\n'),
  requestedAt: request.requestedAt,
  ...(isMoving(request.kind) && { promisedBy: promisedBy(request.kind, request.requestedAt) }),
});

export function requestMessage(request: RequestForStaff): StaffMessage {
  const { requestId, receiptNumber, kind, shop } = request;
  const { subject, title, issues } = rulesOf(kind).message;
  const told = {
    ...headOf(receiptNumber, request.requestedAt, shop),
    シリアル番号: request.serialNumber,
    返却理由: request.reason,
    [issues]: request.issues?.join('、'),
    備考: request.notes,
    ...idsOf({ ...request, subscriptionId: subscriptionOf({ subscriptionId: request.requestedUnder }) }, requestId),
  };
  return {
    subject: `${subject} ${receiptNumber}`,
    text: [`${title}がありました。`, '', requestDeadline(request), ...linesOf(told), '', onlyOnce('申請')].join('\n'),
    attributes: { requestId, kind },
  };
}

const changes = {
  ordered: { subject: 'Movement order', title: 'デバイスの移動が必要です' },
  changed: { subject: 'Movement changed', title: '作業を始める前のデバイスの移動の台数やデバイスが変わりました' },
  sent: { subject: 'Parcel sent', title: 'お客様がデバイスを発送しました' },
  readdressed: { subject: 'Address changed', title: '発送前のデバイスまたは箱のお届け先が変わりました' },
  withdrawn: { subject: 'Movement withdrawn', title: 'デバイスの移動が取り下げられました' },
} as const;

/** Whether the owner keeps some devices and has not named those that go back: the screen promised them a call. */
const isToAsk = ({ cause, state, count, serialNumbers }: MovementItem): boolean =>
  cause === 'lowered' && state === 'ordered' && serialNumbers.length < count;

/** The work of the staff for a movement, for the notes of its record. */
const movementNotes = (movement: MovementItem): string =>
  [
    `${movementKinds[movement.kind].staff} ${movement.count}台（${movementCauses[movement.cause].label}）`,
    shippedBy(movement.kind, movement.promisedBy),
    ...(isToAsk(movement) ? ['どのデバイスを回収するか決まっていません。お客様に連絡して確認してください。'] : []),
    ...(movement.state === 'withdrawn' ? [needsNothing] : []),
    ...(movement.parcel ? lineOf('お客様の発送', `${movement.parcel.carrier} ${movement.parcel.number}`) : []),
  ].join('\n');

/** The record of a movement. Serial numbers that are too long for its line are in the notes. */
export function movementRecord(movement: MovementItem, shop: ShopContact): StaffRecord {
  const devices = devicesText(movement);
  const fits = devices.length <= writtenLengths.longest;
  return {
    requestId: movement.movementId,
    receiptNumber: movement.receiptNumber,
    kind: movementKinds[movement.kind].staff,
    serialNumber: fits ? devices : `${movement.count}台`,
    subscriptionId: movement.subscriptionId,
    customerId: movement.customerId,
    shop,
    notes: [movementNotes(movement), ...recipientLine(shop), ...(fits ? [] : lineOf('シリアル番号', devices))].join(
      '\n',
    ),
    promisedBy: movement.promisedBy,
    parcel: movement.parcel,
    requestedAt: movement.orderedAt,
  };
}

/** The message about a movement, as it is after the change. */
export function movementMessage(movement: MovementItem, { change, shop, others = [] }: MovementChange): StaffMessage {
  const { subject, title } = changes[change];
  const { movementId, receiptNumber, kind } = movement;
  const told = {
    ...headOf([movement, ...others].map((one) => one.receiptNumber).join('、'), movement.orderedAt, shop),
    シリアル番号: devicesText(movement),
    ...idsOf(movement, movementId),
  };
  return {
    subject: `${subject} ${receiptNumber}`,
    text: [`${title}。`, '', movementNotes(movement), '', ...linesOf(told), '', onlyOnce('作業')].join('\n'),
    attributes: { requestId: movementId, kind },
  };
}
