import { timeInJapan } from '#shared/model/japan-time';
import { rulesOf } from '#shared/model/device-request';
import { subscriptionOf } from '../../adapters/devices-table/items';
import type { RequestItem } from '../../adapters/devices-table/requests';
import type { StaffMessage } from '../../adapters/sns/tell-staff';
import { requestDeadline } from './deadline';

/** Everything that a mail program may show as the beginning of a new line. */
const lineBreaks = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;

/**
 * A line of the message. Text of several lines is quoted line by line: what a user writes can never begin a line, so
 * it cannot pass for another field such as 契約ID.
 */
export function lineOf(name: string, value: string): string[] {
  const lines = value.split(lineBreaks);
  return lines.length === 1 ? [`${name}: ${value || 'なし'}`] : [`${name}:`, ...lines.map((line) => `  > ${line}`)];
}

/**
 * The message to the staff about a request, with all they need to act. It names the request's id, because SNS may
 * deliver a message twice.
 */
export function staffMessage(request: RequestItem): StaffMessage {
  const { subject, title, issues } = rulesOf(request.kind).message;
  const lines: [string, string | undefined][] = [
    ['受付番号', request.receiptNumber],
    ['受付日時', timeInJapan(request.requestedAt)],
    ['店舗', request.shop.name],
    ['住所', request.shop.address],
    ['電話番号', request.shop.phone],
    ['シリアル番号', request.serialNumber],
    ['返却理由', request.reason],
    [issues, request.issues?.join('、')],
    ['備考', request.notes],
    ['契約ID', subscriptionOf(request)],
    ['顧客ID', request.customerId],
    ['申請ID', request.requestId],
  ];
  return {
    subject: `${subject} ${request.receiptNumber}`,
    text: [
      `${title}がありました。`,
      '',
      requestDeadline(request),
      ...lines.flatMap(([name, value]) => (value === undefined ? [] : lineOf(name, value))),
      '',
      '同じ申請IDの通知が重ねて届いた場合も、申請は1件です。',
    ].join('\n'),
    attributes: { requestId: request.requestId, kind: request.kind },
  };
}
