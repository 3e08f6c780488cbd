import { deviceRequestKinds, isMoving, type DeviceRequestKind } from '#shared/model/device-request';
import { dayInWords, weekdaysLaterInJapan } from '#shared/model/japan-time';
import { promisedBy, type MovementKind } from '#shared/model/movement';

/** What the staff ship by the promised day. */
const shipped = { ship: '発送の期限', collect: '返却用の箱の発送期限', swap: '交換機の発送期限' } as const;

/** The line that tells the staff what was promised for a movement. `day` is a calendar day in Japan. */
export const shippedBy = (kind: MovementKind, day: string): string => `${shipped[kind]}: ${dayInWords(day)}`;

/** The same for a device request, by its screen. `requestedAt` in unix seconds. */
export const requestDeadline = ({ kind, requestedAt }: { kind: DeviceRequestKind; requestedAt: number }): string =>
  isMoving(kind)
    ? shippedBy(deviceRequestKinds[kind].moves, promisedBy(kind, requestedAt))
    : `お客様への連絡の期限: ${dayInWords(weekdaysLaterInJapan(requestedAt, deviceRequestKinds[kind].calledWithin))}`;
