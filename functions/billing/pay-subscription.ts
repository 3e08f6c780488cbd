import { chargeBudget } from '#shared/constants';
import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import type { Charge } from '#shared/model/pricing';
import { readDunning, dunningTask } from './dunning-table';
import { planEnd, readSubscription } from './live-subscription';
import { logger } from '#functions/platform/logger';
import { owedInvoices, payerOf, payInvoice } from './owed-invoices';
import type { ShopOwner } from '#functions/http/caller';
import { leaseShop } from '#functions/platform/leases';
import { refreshAfter, subscriptionChange, type ShopChange } from '#functions/shops/refresh-shop';

/** Takes the end back that was planned for the debt, while the shop's lease is held; its task does the rest. */
async function takeEndBack(
  subscriptionId: string,
  { customerId, until }: Pick<ShopChange, 'customerId' | 'until'>,
): Promise<void> {
  const dunning = await readDunning(subscriptionId);
  if (dunning?.step !== 'ending') return;
  await dunningTask.enqueue({ subscriptionId, customerId }, { id: subscriptionId });
  const live = await readSubscription(subscriptionId, { until });
  if (live?.endsAt === dunning.endsAt) await planEnd(subscriptionId, dunning.formerEnd ?? null, { until });
}

/**
 * Pays the owed invoices, the oldest first, until one is declined or has to be confirmed by the card's holder. If one
 * is declined after others were paid, it returns what was paid: the rest stays owed, and the shop shows it.
 */
async function pay(subscriptionId: string, { userId, customerId, until }: ShopChange): Promise<Charge> {
  await using _lease = await leaseShop({ userId, customerId, busy: 'IDEMPOTENCY_KEY_IN_USE' });
  const { subscription, invoices } = await owedInvoices(subscriptionId, { until });
  const paymentMethodId = payerOf(subscription);
  if (invoices.length === 0) throw new CallError('NOTHING_TO_PAY');
  if (paymentMethodId === undefined) throw new CallError('PAYMENT_METHOD_MISSING');
  let amount = 0;
  for (const invoice of invoices) {
    const outcome = await payInvoice(invoice, paymentMethodId, { until });
    if (outcome.status === 'requires_action')
      return { status: outcome.status, amount: outcome.amount, clientSecret: outcome.clientSecret };
    if (outcome.status === 'declined' && amount > 0) return { status: 'paid', amount };
    if (outcome.status === 'declined') throw outcome.refusal;
    if (outcome.status === 'paid' && outcome.now) amount += outcome.amount;
  }
  if (amount === 0) throw new CallError('NOTHING_TO_PAY');
  await takeEndBack(subscriptionId, { customerId, until }).catch((error: unknown) =>
    logger.warn('a planned end is taken back later', { subscriptionId, error: error as Error }),
  );
  return { status: 'paid', amount };
}

/** Pays all that a subscription owes. Throws CARD_DECLINED, PAYMENT_METHOD_MISSING, NOTHING_TO_PAY. */
export async function paySubscription(
  caller: ShopOwner,
  subscriptionId: string,
): Promise<{ shop: ShopRecord; charge: Charge }> {
  const change = subscriptionChange(caller, subscriptionId, chargeBudget);
  return refreshAfter(
    change,
    pay(subscriptionId, change).then((charge) => ({ charge })),
  );
}
