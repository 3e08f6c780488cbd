import type { Subscription } from '#shared/model/customer';
import { isMonthLate, plannedEndOf, threeDays } from '#shared/model/ending';
import { chargesCard, isLeftToStaff, isOver, isRunning, type SubscriptionStatus } from '#shared/model/subscription';
import { longDate } from '../../../lib/format';
import { cardExpiry } from '../card/payment-card';
import type { OpenInvoices } from './open-invoices';

export interface PanelTexts {
  title: string;
  lead: string;
  /** Why the card was not charged, as far as the shop's data shows it. */
  reason: string;
  consequence: string;
  canPay: boolean;
  /** The current card cannot be charged. */
  cardUnusable: boolean;
}

/** Ends automatically if it stays unpaid for a month (spec 1). */
const forcedEnd = 'お支払いの確認が1か月遅れると、ご契約は更新日に終了します。';

/** The same with its day, if it is this period's end: no end is planned, and the last notice can still be mailed. */
function endWords(subscription: Subscription, now: number, open: OpenInvoices | undefined): string {
  const { current_period_end: end } = subscription;
  const dueAt = Math.min(...(open?.list ?? []).map(({ late }) => late?.since ?? Infinity));
  return plannedEndOf(subscription) === undefined && isMonthLate(dueAt, end) && end - now / 1000 >= threeDays
    ? `${longDate(end * 1000)}までにお支払いを確認できない場合、ご契約はその日に終了します。`
    : forcedEnd;
}

const openTexts: Partial<Record<SubscriptionStatus, Pick<PanelTexts, 'title' | 'lead' | 'consequence'>>> = {
  past_due: {
    title: 'お支払いが確認できていません',
    lead: 'ご登録のカードで決済できませんでした。',
    consequence: forcedEnd,
  },
  unpaid: {
    title: '未払いのご請求があります',
    lead: 'カードでのお支払いを繰り返し試しましたが、完了していません。',
    consequence: forcedEnd,
  },
  incomplete: {
    title: '初回のお支払いが完了していません',
    lead: 'お支払いが完了すると、ご契約が始まります。',
    // docs.stripe.com/billing/subscriptions/overview, incomplete: 23 hours.
    consequence: 'お申し込みから23時間以内にお支払いが完了しない場合、お申し込みは取り消されます。',
  },
};

/** For a subscription whose status does not show that an older invoice is still open (decisions/ends). */
const olderOpen = (subscription: Subscription): Pick<PanelTexts, 'title' | 'lead' | 'consequence'> => ({
  title: '未払いのご請求があります',
  lead: '以前のご請求のお支払いが完了していません。',
  consequence: isOver(subscription) ? '未払いのご利用料金は、ご契約の終了後もお支払いが必要です。' : forcedEnd,
});

const invoiced = {
  title: 'お支払い期日を過ぎたご請求があります',
  lead: '請求書のお支払いを確認できていません。',
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
  const openSince = open?.since;
  const { status, default_payment_method: method } = subscription;
  const texts = openTexts[status] ?? (openSince === undefined ? undefined : olderOpen(subscription));
  if (texts) {
    const expired = method?.card ? cardExpiry(method.card, now) === 'expired' : false;
    return {
      ...texts,
      consequence: texts.consequence === forcedEnd ? endWords(subscription, now, open) : texts.consequence,
      reason: reasonOf(subscription, expired, openSince),
      ...(isLeftToStaff(subscription) && { consequence: leftToStaff }),
      ...(subscription.arrangement === 'invoiced' && invoiced),
      canPay: true,
      cardUnusable: method === null || expired,
    };
  }
  if (method !== null || !isRunning(subscription) || !chargesCard(subscription)) return undefined;
  return {
    title: 'お支払い方法の登録が完了していません',
    lead: 'カードを登録すると、これからの料金を自動でお支払いいただけます。',
    reason: 'カードの登録、またはカード会社による本人認証が完了していません。',
    consequence:
      status === 'trialing'
        ? 'カードが登録されないまま無料トライアルが終わると、契約は終了します。'
        : 'カードが登録されないと、次回のお支払いができません。',
    canPay: false,
    cardUnusable: true,
  };
}
