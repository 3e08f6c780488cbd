import type { NextInvoice } from '#shared/model/document';
import { stripeRequest, type RequestBudget } from './client';
import { linesOf, toLines } from './read-invoice';
import { chargedOf } from './preview-items';
import { isInvalid } from './to-call-error';
import { balanceAfterWaiting } from './waiting-invoices';

/** The next renewal of a subscription; amounts in yen. */
export interface NextRenewal {
  lines: Awaited<ReturnType<typeof toLines>>;
  startingBalance: number;
  amount: NextInvoice['amount'];
}

/**
 * Stripe's own preview of the next renewal, with what a draft before it leaves of the balance; undefined if the
 * subscription has none, because it ends or is over (docs.stripe.com/api/invoices/create_preview).
 */
export async function previewNext(
  subscriptionId: string,
  options: RequestBudget = {},
): Promise<NextRenewal | undefined> {
  try {
    const invoice = await stripeRequest(
      (stripe, request) => stripe.invoices.createPreview({ subscription: subscriptionId }, request),
      options,
    );
    const startingBalance = await balanceAfterWaiting(subscriptionId, invoice.starting_balance, options);
    return {
      lines: await toLines(await linesOf(invoice, options), options),
      startingBalance,
      amount:
        startingBalance === invoice.starting_balance ? invoice.amount_due : chargedOf(invoice.total + startingBalance),
    };
  } catch (error) {
    if (isInvalid(error)) return undefined;
    throw error;
  }
}
