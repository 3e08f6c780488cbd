import { stripeRequest, type RequestBudget } from './client';

/** Whether a customer ever paid or began a payment. */
export async function hasPaymentIntent(customerId: string, options: RequestBudget = {}): Promise<boolean> {
  const { data } = await stripeRequest(
    (stripe, request) => stripe.paymentIntents.list({ customer: customerId, limit: 1 }, request),
    options,
  );
  return data.length > 0;
}
