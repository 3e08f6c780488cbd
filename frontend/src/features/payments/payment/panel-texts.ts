import type { Subscription } from '#shared/model/customer';
import { endOfLate, periodEndsOf, plannedEndOf } from '#shared/model/ending';
import {
  chargesCard,
  hasNotBegun,
  isLeftToStaff,
  isOver,
  isRunning,
  type SubscriptionStatus,
} from '#shared/model/subscription';
import { longDate, longDateTime } from '../../../lib/format';
import { cardExpiry } from '../card/payment-card';
import type { OpenInvoices } from './open-invoices';

export interface PanelTexts {
  title: string;
  /** Why the card was not charged, as far as the shop's data shows it. */
  reason: string;
  consequence: string;
  canPay: boolean;
  /** The current card cannot be charged. */
  cardUnusable: boolean;
}

/** Ends automatically if it stays unpaid for a month (spec 1). */
const forcedEnd = 'お支払いの確認が1か月遅れたまま更新日を迎えると、ご契約は終了します。';

/** Of two ends of periods, the one with the day of the anchor: the other month may be too short for it. */
const anchorOf = ({ current_period_start: start, current_period_end: end }: Subscription): number =>
  new Date(start * 1000).getUTCDate() > new Date(end * 1000).getUTCDate() ? start : end;

/** The same with its day, if no end is planned. */
function endWords(subscription: Subscription, now: number, open: OpenInvoices | undefined): string {
  const dueAt = Math.min(...(open?.list ?? []).map(({ late, created }) => late?.since ?? created));
  const periodEnds = periodEndsOf(anchorOf(subscription), subscription.current_period_end);
  const end = plannedEndOf(subscription) === undefined ? endOfLate({ dueAt, now: now / 1000, periodEnds }) : undefined;
  return end === undefined
    ? forcedEnd
    : `${longDate(end * 1000)}までにお支払いを確認できない場合、ご契約はその日に終了します。`;
}

/** Unpaid, a first payment ends its order (docs.stripe.com/billing/subscriptions/overview, incomplete: 23 hours). */
function withdrawalWords(open: OpenInvoices | undefined): string {
  const by = open ? `${longDateTime((open.since + 23 * 60 * 60) * 1000)}までに` : 'お申し込みから23時間以内に';
  return `お支払いが完了すると、ご契約が始まります。${by}完了しない場合、お申し込みは取り消されます。`;
}

const openTitles: Partial<Record<SubscriptionStatus, string>> = {
  past_due: 'お支払いが確認できていません',
  unpaid: '未払いのご請求があります',
  incomplete: '初回のお支払いが完了していません',
};

/** What becomes of a payment that stays open. */
function consequenceOf(subscription: Subscription, now: number, open: OpenInvoices | undefined): string {
  if (isLeftToStaff(subscription)) return leftToStaff;
  if (hasNotBegun(subscription)) return withdrawalWords(open);
  return isOver(subscription)
    ? '未払いのご利用料金は、ご契約の終了後もお支払いが必要です。'
    : endWords(subscription, now, open);
}

const invoiced = {
  title: 'お支払い期日を過ぎたご請求があります',
  reason: 'お支払いの期日を過ぎています。カードでもお支払いいただけます。',
} as const;

/** What becomes of a late payment that is left to the staff. */
const leftToStaff = 'お支払い済みの場合や、ご不明な点がある場合は、担当者までご連絡ください。';

/**
 * Why the card was not charged. `expired`: the card in use no longer works; `openSince`: unix seconds at which the
 * oldest open invoice was made.
 */
function reasonOf(
  { status, default_payment_method: method }: Subscription,
  expired: boolean,
  openSince: number | undefined,
): string {
  if (method === null) return 'お支払いに使うカードが登録されていません。';
  if (expired) return '登録されているカードの有効期限が切れています。';
  if (status === 'incomplete') return 'カード会社による本人認証、または承認が完了していません。';
  if (openSince !== undefined && (method.created ?? 0) > openSince)
    return '以前のカードでお支払いできませんでした。現在のカードでは、まだお支払いが完了していません。';
  return 'カード会社の承認が得られませんでした。カードの利用可能額や利用制限をご確認ください。';
}

/**
 * The problem with the payment of a subscription; undefined if there is none. `now` in unix milliseconds; `open`: the
 * invoices that are still to be paid.
 */
export function panelTexts(
  subscription: Subscription,
  now: number,
  open: OpenInvoices | undefined,
): PanelTexts | undefined {
  const { status, default_payment_method: method } = subscription;
  // The status does not show that an older invoice is still open (decisions/ends).
  const title = openTitles[status] ?? (open && openTitles.unpaid);
  if (title !== undefined) {
    const expired = method?.card ? cardExpiry(method.card, now) === 'expired' : false;
    return {
      title,
      consequence: consequenceOf(subscription, now, open),
      reason: reasonOf(subscription, expired, open?.since),
      ...(subscription.arrangement === 'invoiced' && invoiced),
      canPay: true,
      cardUnusable: method === null || expired,
    };
  }
  if (method !== null || !isRunning(subscription) || !chargesCard(subscription)) return undefined;
  return {
    title: 'お支払い方法の登録が完了していません',
    reason: 'カードの登録、またはカード会社による本人認証が完了していません。',
    consequence:
      status === 'trialing'
        ? 'カードが登録されないまま無料トライアルが終わると、契約は終了します。'
        : 'カードが登録されないと、次回のお支払いができません。',
    canPay: false,
    cardUnusable: true,
  };
}
