import type { Stripe } from 'stripe';
import { callBudget } from '#shared/constants';
import { isOver } from '#shared/model/subscription';
import { sum, yen } from '#shared/numbers';
import { idOf, stripe, type RequestBudget } from '#functions/platform/stripe/client';
import { CallError } from '#shared/errors';
import { pendingItems } from '#functions/billing/recent-billing';
import { addAuditRecord } from '#functions/platform/audit-record';
import { clock } from '#functions/platform/clock';
import { deleteCustomer, readCustomer } from './customers';
import { forgetShop } from './shops-table';
import { logger } from '#functions/platform/logger';
import type { Caller, Viewer } from '#functions/http/caller';
import { tellStaffLater, toldWrite } from '#functions/mails/notices-table';
import { writeAll } from '#functions/platform/dynamodb/transaction';
import { bookMovements } from '#functions/movements/book';
import { leaseShop } from '#functions/platform/leases';

/** A customer's current debts and running subscriptions at Stripe. */
export interface Obligations {
  /** Subscriptions that have not ended for good. */
  activeSubscriptions: number;
  /**
   * Invoices that wait for their payment, and what Stripe is about to collect: drafts, and what staff wrote onto a
   * subscription that has ended (fact `pending-item-after-an-end-at-once`). Invoices that were written off are not
   * collected any more.
   */
  unpaidInvoices: number;
}

/** What blocks a customer's deletion, counted to 100. */
async function obligationsOf(customerId: string, options: RequestBudget): Promise<Obligations> {
  const customer = { customer: customerId, limit: 100 };
  const subscriptions = await stripe(options).subscriptions.list({ ...customer, status: 'all' });
  const ended = subscriptions.data.filter(isOver);
  // Before the invoices: what becomes one meanwhile is in both, not in neither.
  const items = ended.length > 0 ? await pendingItems(customerId, options) : [];
  const [open, drafts] = await Promise.all([
    stripe(options).invoices.list({ ...customer, status: 'open' }),
    stripe(options).invoices.list({ ...customer, status: 'draft' }),
  ]);
  const waitsAt = ({ id, status }: Stripe.Subscription): boolean =>
    status === 'canceled' &&
    sum(
      items.map(({ parent, proration, amount }) =>
        idOf(parent?.subscription_details?.subscription) === id && !proration ? amount : 0,
      ),
    ) > 0;
  const unpaid = [
    ...open.data.filter((one) => one.amount_remaining > 0),
    ...drafts.data.filter((one) => one.auto_advance && one.amount_due > 0),
    ...ended.filter(waitsAt),
  ];
  return { activeSubscriptions: subscriptions.data.length - ended.length, unpaidInvoices: unpaid.length };
}

/** Why a shop cannot be deleted, as a Japanese text (spec 8); undefined if it can. Pure. */
export function whatKeepsShop({ activeSubscriptions, unpaidInvoices }: Obligations): string | undefined {
  const reasons = [
    ...(activeSubscriptions > 0
      ? [`${activeSubscriptions}件の有効なサブスクリプションがあります。先に解約してください。`]
      : []),
    ...(unpaidInvoices > 0 ? [`${unpaidInvoices}件の未払いの請求があります。先にお支払いください。`] : []),
  ];
  return reasons.length > 0 ? reasons.join('') : undefined;
}

/**
 * Tells the staff, once however often a deletion is tried, of the balance that goes with its shop, in yen (a credit is
 * negative): Stripe keeps none of a deleted customer, and no invoice can take it into account any more.
 */
const tellOfBalance = (customerId: string, balance: number) =>
  writeAll([
    toldWrite(`balance-${customerId}`, balance, clock.seconds()),
    tellStaffLater.write({
      subject: `${balance < 0 ? 'Credit' : 'Debt'} of a deleted shop`,
      text:
        (balance < 0
          ? 'お預かり残高が残っている店舗の削除が申し込まれました。Stripeで削除を確かめ、ご返金が必要か、ご確認ください。\n'
          : 'ご請求されていない残高がある店舗の削除が申し込まれました。Stripeで削除を確かめ、ご請求が必要か、ご確認ください。\n') +
        `残高: ${yen(Math.abs(balance))}\n顧客ID: ${customerId}`,
      attributes: { kind: 'deleted-balance', customerId },
    }),
  ]);

/**
 * Deletes a shop for good: its customer at Stripe, then its data here but the audit record. Throws SHOP_NOT_DELETABLE
 * while subscriptions or invoices are open (spec 6), CHANGE_IN_PROGRESS while a request works on it. Safe to repeat.
 */
export async function deleteShop(caller: Caller, customerId: string, from: Viewer): Promise<void> {
  const { userId, session } = caller;
  const until = clock.now() + callBudget;
  await using _lease = await leaseShop({ userId, customerId, busy: 'CHANGE_IN_PROGRESS' });
  const customer = await readCustomer(customerId, { until });
  if (!customer.deleted) {
    const obligations = await obligationsOf(customerId, { until });
    const text = whatKeepsShop(obligations);
    if (text !== undefined) throw new CallError('SHOP_NOT_DELETABLE', { text, details: { ...obligations } });
    const acceptance = caller.shops.find((shop) => shop.customerId === customerId)?.acceptance;
    await addAuditRecord({
      event: 'shop-deleted',
      userId,
      by: session.impersonation?.by ?? userId,
      ...(session.impersonation && { session: session.impersonation.id }),
      customerId,
      ...(acceptance && { acceptance }),
      ...from,
    });
    if (customer.balance !== 0) await tellOfBalance(customerId, customer.balance);
    await deleteCustomer(customerId, { until });
  }
  await bookMovements(userId, customerId, { record: undefined, readAtMs: clock.now() });
  await forgetShop(userId, customerId);
  logger.info('shop deleted', { customerId });
}
