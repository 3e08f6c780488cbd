import { timeInJapan } from '#shared/model/japan-time';
import { devicesText, movementCauses, movementKinds } from '#shared/model/movement';
import { writtenLengths } from '#shared/model/record-form';
import type { MovementNews } from '../../adapters/devices-table/deliveries';
import type { MovementItem } from '../../adapters/devices-table/movements';
import type { StaffRecord } from '../../adapters/records/add-request';
import type { StaffMessage } from '../../adapters/sns/tell-staff';
import { shippedBy } from './deadline';
import { lineOf } from './staff-message';

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
    ...(movement.state === 'withdrawn' ? ['取り下げられました。作業は不要です。'] : []),
    ...(movement.parcel ? lineOf('お客様の発送', `${movement.parcel.carrier} ${movement.parcel.number}`) : []),
  ].join('\n');

/**
 * The record of a movement in the staff's app of requests. Its line of serial numbers is no longer than what the check
 * of the app asks for; the notes name more devices.
 */
export function movementRecord(movement: MovementItem, shop: MovementNews['shop']): StaffRecord {
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
    notes: [movementNotes(movement), ...(fits ? [] : lineOf('シリアル番号', devices))].join('\n'),
    promisedBy: movement.promisedBy,
    parcel: movement.parcel,
    requestedAt: movement.orderedAt,
  };
}

/** The message to the staff about a movement. It names the id, because SNS may deliver a message twice. */
export function movementMessage(movement: MovementItem, { change, shop, receipts }: MovementNews): StaffMessage {
  const { subject, title } = changes[change];
  const lines: [string, string][] = [
    ['受付番号', receipts?.join('、') ?? movement.receiptNumber],
    ['受付日時', timeInJapan(movement.orderedAt)],
    ['店舗', shop.name],
    ['住所', shop.address],
    ['電話番号', shop.phone],
    ['シリアル番号', devicesText(movement)],
    ['契約ID', movement.subscriptionId],
    ['顧客ID', movement.customerId],
    ['申請ID', movement.movementId],
  ];
  return {
    subject: `${subject} ${movement.receiptNumber}`,
    text: [
      `${title}。`,
      '',
      movementNotes(movement),
      '',
      ...lines.flatMap(([name, value]) => lineOf(name, value)),
      '',
      '同じ申請IDの通知が重ねて届いた場合も、作業は1件です。',
    ].join('\n'),
    attributes: { requestId: movement.movementId, kind: movement.kind },
  };
}
