import type Stripe from 'stripe';
import { route, type Route } from '../calls/route';
import { chargeOf, refundCharge } from '../rules/refund-charge';
import type { Account } from '../state/account';
import type { WireCharge } from '../wire/objects';
import { errors } from '../wire/errors';
import { mergeMetadata, metadata } from '../wire/metadata';
import { hasAll, page, paging, timeFilter, withinTime } from '../wire/paging';
import { choice, integer, paramsOf, text, not, unsupported, type Params } from '../wire/params';

const createParams = paramsOf<Stripe.RefundCreateParams>()({
  amount: integer({ min: 1 }),
  charge: text(),
  ...not('currency customer instructions_email origin refund_application_fee reverse_transfer'),
  metadata: metadata(),
  payment_intent: text(),
  reason: choice('duplicate', 'fraudulent', 'requested_by_customer'),
});
const listParams = paramsOf<Stripe.RefundListParams>()({
  ...paging,
  charge: text(),
  created: timeFilter,
  payment_intent: text(),
});
const chargeListParams = paramsOf<Stripe.ChargeListParams>()({
  ...paging,
  created: timeFilter,
  customer: text(),
  payment_intent: text(),
  transfer_group: unsupported,
});

/** The charge that a refund names, by itself or by its payment (docs.stripe.com/api/refunds/create). */
function namedCharge(account: Account, { charge, payment_intent: intent }: Params<typeof createParams>): WireCharge {
  if (charge !== undefined) return account.need('charges', charge, 'charge');
  if (intent === undefined)
    throw errors.invalid('One of the following params should be provided for this request: payment_intent or charge.');
  const found = chargeOf(account, account.need('paymentIntents', intent, 'payment_intent').id);
  if (!found)
    throw errors.invalid(`This PaymentIntent (${intent}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    });
  return found;
}

export const refundRoutes: Route[] = [
  route('POST /v1/refunds', createParams, ({ account }, given) =>
    refundCharge(account, namedCharge(account, given), {
      amount: given.amount,
      reason: given.reason,
      metadata: mergeMetadata({}, given.metadata),
    }),
  ),
  route('GET /v1/refunds', listParams, ({ account }, { charge, created, payment_intent, ...paging }) => {
    const all = account.store
      .all('refunds')
      .filter((one) => hasAll(one, { charge, payment_intent }) && withinTime(one.created, created));
    return page('/v1/refunds', all, paging, 'refund');
  }),
  route('GET /v1/refunds/{id}', {}, ({ account, path }) => account.need('refunds', path['id'] ?? '')),
  route('GET /v1/charges', chargeListParams, ({ account }, { customer, created, payment_intent, ...paging }) => {
    const all = account.store
      .all('charges')
      .filter(
        (one) =>
          hasAll(one, { customer, ...(payment_intent !== undefined && { payment_intent }) }) &&
          withinTime(one.created, created),
      );
    return page('/v1/charges', all, paging, 'charge');
  }),
  route('GET /v1/charges/{id}', {}, ({ account, path }) => account.need('charges', path['id'] ?? '')),
];
