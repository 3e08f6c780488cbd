import type { ShopRecord, Subscription } from '#shared/model/customer';
import type { NextCharge } from '#shared/model/document';
import { isoDayInJapan } from '#shared/model/japan-time';
import { isOver, isRunning } from '#shared/model/subscription-status';
import { openInvoices, owesPayment } from '../payment/open-invoices';
import { sum } from '#shared/sum';
import { monthlyPrice, renews } from '../subscription-rules';

/** What an owner wants to know first about a shop: whether a payment is late, and the next one. Amounts in yen. */
export interface ShopOutlook {
  shop: ShopRecord;
  /** Subscriptions with a payment that is late, and what is known to be open. */
  late: { subscriptions: Subscription[]; amount: number } | undefined;
  /**
   * The next payment; `at` in unix seconds. By Stripe's preview where the list of shops has it as `charge`, also of
   * what waits when a subscription ends; else the monthly price of what renews.
   */
  next: { at: number; amount: number; charge?: NextCharge } | undefined;
  /** The monthly price of all subscriptions that run and renew. */
  monthly: number;
}

function nextOf(shop: ShopRecord): ShopOutlook['next'] {
  const { next_invoice: charge, subscriptions } = shop;
  const periodEnds = subscriptions.filter(isRunning).map((one) => one.current_period_end);
  const [chargedAt, ...others] = periodEnds.filter((at) => isoDayInJapan(at) === charge?.date);
  // The preview is that of one subscription.
  if (charge && chargedAt !== undefined && others.length === 0) return { at: chargedAt, amount: charge.amount, charge };
  const renewing = subscriptions.filter(renews);
  if (renewing.length === 0) return undefined;
  const at = Math.min(...renewing.map((one) => one.current_period_end));
  const dueThen = renewing.filter((one) => one.current_period_end === at);
  return { at, amount: sum(dueThen.map((one) => monthlyPrice(one).total)) };
}

export function outlookOf(shop: ShopRecord): ShopOutlook {
  const late = shop.subscriptions.filter((subscription) => owesPayment(shop, subscription));
  return {
    shop,
    late:
      late.length > 0
        ? { subscriptions: late, amount: sum(late.map((one) => openInvoices(shop, one)?.amount ?? 0)) }
        : undefined,
    next: nextOf(shop),
    monthly: sum(shop.subscriptions.filter(renews).map((one) => monthlyPrice(one).total)),
  };
}

/** Whether a shop rents anything now. */
export const rents = ({ shop }: ShopOutlook): boolean => shop.subscriptions.some((one) => !isOver(one));

export const orders = {
  name: '店舗名',
  next: '次回のお支払い日',
  created: '登録日',
} as const;
export type Order = keyof typeof orders;

const japanese = new Intl.Collator('ja', { numeric: true });

/** The shops with late payments first, each group in the given order. `nameOf` is the name as it is shown. */
export function sortOutlooks(
  list: readonly ShopOutlook[],
  order: Order,
  nameOf: (shop: ShopRecord) => string,
): ShopOutlook[] {
  const compare = {
    name: (a: ShopOutlook, b: ShopOutlook) => japanese.compare(nameOf(a.shop), nameOf(b.shop)),
    next: (a: ShopOutlook, b: ShopOutlook) => (a.next?.at ?? Infinity) - (b.next?.at ?? Infinity),
    created: (a: ShopOutlook, b: ShopOutlook) => a.shop.customer.created - b.shop.customer.created,
  }[order];
  return list.toSorted((a, b) => Number(b.late !== undefined) - Number(a.late !== undefined) || compare(a, b) || 0);
}
