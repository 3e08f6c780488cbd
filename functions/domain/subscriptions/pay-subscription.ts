import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import type { Charge } from '#shared/model/pricing';
import type { AskOptions } from '../../adapters/stripe/client';
import { debtOf, payInvoice } from '../../adapters/stripe/owed-invoices';
import type { Caller } from '../caller';
import { answerChange } from '../shops/answer-change';
import { withShopLease } from '../shops/with-shop-lease';

/** Pays what is owed, the oldest first, until one of them has to be confirmed by the card's holder. */
async function payDebt(subscriptionId: string, options: AskOptions): Promise<Charge> {
  const { invoices, paymentMethodId } = await debtOf(subscriptionId, options);
  if (invoices.length === 0) throw new CallError('NOTHING_TO_PAY');
  if (paymentMethodId === undefined) throw new CallError('PAYMENT_METHOD_MISSING');
  let amount = 0;
  for (const invoice of invoices) {
    const outcome = await payInvoice(invoice, paymentMethodId, options);
    if (outcome.status === 'requires_action')
      return { status: outcome.status, amount: outcome.amount, clientSecret: outcome.clientSecret };
    if (outcome.status === 'declined') throw outcome.refusal;
    if (outcome.status === 'paid' && outcome.now) amount += outcome.amount;
  }
  if (amount === 0) throw new CallError('NOTHING_TO_PAY');
  return { status: 'paid', amount };
}

/**
 * Pays now what a subscription owes, with its card or else the shop's, and answers the shop as it stands. Refuses
 * with CARD_DECLINED and the reason, PAYMENT_METHOD_MISSING, or NOTHING_TO_PAY.
 */
export async function paySubscription(
  caller: Caller,
  subscriptionId: string,
): Promise<{ shop: ShopRecord; charge: Charge }> {
  const { shop, outcome } = await answerChange(caller, subscriptionId, ({ userId, customerId, options }) =>
    withShopLease({ userId, customerId, busy: 'IDEMPOTENCY_KEY_IN_USE' }, () => payDebt(subscriptionId, options)),
  );
  return { shop, charge: outcome };
}
