import type { NextInvoice } from '#shared/model/document';
import { stripeRequest, type RequestBudget } from './client';
import { linesOf, toLines } from './read-invoice';
import { isInvalid } from './to-call-error';

/** The next renewal of a subscription; amounts in yen. */
export interface NextRenewal {
  lines: Awaited<ReturnType<typeof toLines>>;
  startingBalance: number;
  amount: NextInvoice['amount'];
}

/**
 * Stripe's own preview of the next renewal; undefined if the subscription has none, because it ends or is over
 * (docs.stripe.com/api/invoices/create_preview).
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
    return {
      lines: await toLines(await linesOf(invoice, options), options),
      startingBalance: invoice.starting_balance,
      amount: invoice.amount_due,
    };
  } catch (error) {
    if (isInvalid(error)) return undefined;
    throw error;
  }
}
