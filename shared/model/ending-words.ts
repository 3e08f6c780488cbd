import { returnBoxDays, sendBackDays, type NoticePeriod } from './ending';
import { dayInJapan } from './japan-time';

/** `1週間`, `10日`. */
const span = (days: number): string => (days % 7 === 0 ? `${days / 7}週間` : `${days}日`);

/** The request of the terms, which is the same on every stage. */
export const noticeRequest = ({ days }: NoticePeriod): string =>
  `解約を希望する日の${days}日前までに、契約の画面からお手続きください。`;

/** What happens to a cancellation that comes later than that. */
export const lateCancellation = ({ days, enforced }: NoticePeriod): string =>
  enforced
    ? `お手続きの日から${days}日以内に終了することはできません。${days}日目以降に来る契約期間の終わりから、終了日をお選びいただけます。`
    : `${days}日前を過ぎてからのお手続きもお受けします。ただちに終了するか、契約期間の終わりから終了日をお選びいただけます。`;

export const boxPromise = `契約の終了日から${span(returnBoxDays)}以内に返却用の箱をお送りします。`;

export const sendBackRequest = `箱が届いてから${span(sendBackDays)}以内に、デバイスをご返送ください。`;

/** The promise of the box to an owner whose devices may not have been shipped yet: then the shipment is withdrawn. */
export const boxIfHeld = `お手元にデバイスがある場合は、${boxPromise}`;

/** The same, and what its owner does then. */
export const returnIfHeld = boxIfHeld + sendBackRequest;

export const noRefund = 'お支払い済みの料金の返金・日割り精算はありません。';

/** What the switch of the auto-renewal does, or why it cannot do it. `end` in unix seconds. */
export const renewalWords = (end: number, state: 'renews' | 'ends' | 'bound'): string =>
  ({
    renews: `${dayInJapan(end)}に1か月更新します。オフにすると、その日に契約が終了します。`,
    ends: `${dayInJapan(end)}に契約が終了します。オンにすると、契約を続けられます。`,
    bound: `${dayInJapan(end)}に1か月更新します。この日に終了できる期限は過ぎました。より後の終了日は、解約のお手続きで選べます。`,
  })[state];
