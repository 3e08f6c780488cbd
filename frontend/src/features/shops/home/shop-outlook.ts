import type { ShopRecord, Subscription } from '#shared/model/customer';
import { deviceCount, hasNotBegun, isOver, isPaused } from '#shared/model/subscription';
import { openInvoices, owesPayment } from '../../payments/payment/open-invoices';
import { sum } from '#shared/numbers';
import { monthlyPrice, nextDateOf, type NextDate } from '../../orders/subscription-rules';

/** What an owner wants to know first about a shop: whether a payment is late, and what it costs. Amounts in yen. */
export interface ShopOutlook {
  shop: ShopRecord;
  /** Subscriptions with a payment that is late, and what is known to be open. */
  late: { subscriptions: Subscription[]; amount: number } | undefined;
  /** The monthly price of all subscriptions that are charged, also of those that are late or end. */
  monthly: number;
  /** Of all subscriptions that run. */
  devices: number;
  /** When the first of them renews or ends; undefined if none does. */
  next: NextDate | undefined;
}

export function outlookOf(shop: ShopRecord): ShopOutlook {
  const late = shop.subscriptions.filter((subscription) => owesPayment(shop, subscription));
  const running = shop.subscriptions.filter((one) => !isOver(one));
  const dates = running.flatMap((one) => nextDateOf(one) ?? []);
  return {
    shop,
    late:
      late.length > 0
        ? { subscriptions: late, amount: sum(late.map((one) => openInvoices(shop, one)?.amount ?? 0)) }
        : undefined,
    monthly: sum(running.filter((one) => !hasNotBegun(one) && !isPaused(one)).map((one) => monthlyPrice(one).total)),
    devices: sum(running.map(deviceCount)),
    next: dates.toSorted((one, other) => one.at - other.at)[0],
  };
}

/** Whether a shop rents anything now. */
export const rents = ({ shop }: ShopOutlook): boolean => shop.subscriptions.some((one) => !isOver(one));

export const orders = { name: '店舗名順', created: '登録日順' } as const;
export type Order = keyof typeof orders;

/** The shops in the given order; the list is in that of their names. */
export const sortOutlooks = (list: readonly ShopOutlook[], order: Order): ShopOutlook[] =>
  list.toSorted((a, b) => (order === 'created' ? a.shop.customer.created - b.shop.customer.created : 0));
