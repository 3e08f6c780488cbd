import { CallError } from '../../../shared/errors';
import type { ShopRecord } from '../../../shared/model/customer';
import type { Charge } from '../../../shared/model/pricing';
import { clock } from '../../adapters/clock';
import { callBudget, type AskOptions } from '../../adapters/stripe/client';
import { debtOf, payInvoice } from '../../adapters/stripe/owed-invoices';
import { logger } from '../../runtime/logger';
import type { Caller } from '../../runtime/request';
import { afterChange } from './after-change';
import { shopOfSubscription } from './named-shop';
import { withShopLease } from './with-shop-lease';

/** Pays what is owed, the oldest first, until one of them has to be confirmed by the card's holder. */
async function payDebt(subscriptionId: string, options: AskOptions): Promise<Charge> {
  const { invoices, paymentMethodId } = await debtOf(subscriptionId, options);
  if (invoices.length === 0) throw new CallError('NOTHING_TO_PAY');
  if (paymentMethodId === undefined) throw new CallError('PAYMENT_METHOD_MISSING');
  let amount = 0;
  for (const invoice of invoices) {
    const outcome = await payInvoice(invoice, paymentMethodId, options);
    if (outcome.status === 'requires_action') return { status: outcome.status, amount: outcome.amount, clientSecret: outcome.clientSecret };
    if (outcome.status === 'declined') throw outcome.refusal;
    if (outcome.status === 'paid' && outcome.now) amount += outcome.amount;
  }
  if (amount === 0) throw new CallError('NOTHING_TO_PAY');
  return { status: 'paid', amount };
}

/**
 * Pays now what a subscription owes, with its card or else the shop's, and answers the shop as it stands. Refuses with CARD_DECLINED and the
 * reason, PAYMENT_METHOD_MISSING, or NOTHING_TO_PAY. A refusal may have changed something too (an older invoice was paid, one was paid
 * elsewhere, a try was counted), so the shop is read again then as well.
 */
export async function paySubscription(caller: Caller, subscriptionId: string): Promise<{ shop: ShopRecord; charge: Charge }> {
  const customerId = shopOfSubscription(caller, subscriptionId);
  const until = clock.now() + callBudget;
  const readAgain = (): Promise<ShopRecord> => afterChange(caller.userId, customerId, { until, gone: 'SUBSCRIPTION_NOT_FOUND' });
  const charge = await withShopLease({ userId: caller.userId, customerId, busy: 'SUBMIT_IN_PROGRESS' }, () => payDebt(subscriptionId, { until })).catch(async (error: unknown) => {
    await readAgain().catch((failure: unknown) => logger.warn('a shop could not be read after a payment was refused', { customerId, failure }));
    throw error;
  });
  return { shop: await readAgain(), charge };
}
