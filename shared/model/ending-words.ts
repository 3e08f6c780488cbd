import { noticeDays, returnBoxDays, sendBackDays } from './ending';
import { dayInJapan } from './japan-time';

/** The request of the terms (spec 9). */
export const noticeRequest = `解約を希望する日の${noticeDays}日前までに、契約の画面からお手続きください。`;

/** What happens to a cancellation that comes later than that. */
export const lateCancellation = `${noticeDays}日前を過ぎてからのお手続きもお受けします。更新日に終了するか、ただちに終了するかをお選びいただけます。`;

export const boxPromise = `契約の終了日から${returnBoxDays / 7}週間以内に返却用の箱をお送りします。`;

export const sendBackRequest = `箱が届いてから${sendBackDays / 7}週間以内に、デバイスをご返送ください。`;

/** The promise of the box to an owner whose devices may not have been shipped yet: then the shipment is withdrawn. */
export const boxIfHeld = `お手元にデバイスがある場合は、${boxPromise}`;

/** The same, and what its owner does then. */
export const returnIfHeld = boxIfHeld + sendBackRequest;

export const noRefund = 'お支払い済みの料金の返金・日割り精算はありません。';

/** What the switch of the auto-renewal does. `end` in unix seconds. */
export const renewalWords = (end: number, renews: boolean): string =>
  renews
    ? `${dayInJapan(end)}に1か月更新します。オフにすると、その日に契約が終了します。`
    : `${dayInJapan(end)}に契約が終了します。オンにすると、契約を続けられます。`;
