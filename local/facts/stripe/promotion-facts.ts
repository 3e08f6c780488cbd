import StripeSdk, { type Stripe } from 'stripe';
import { Differs, same, type Fact } from '../fact';
import type { SandboxShop, StripeSandbox } from './stripe-sandbox';
import { days, subscribe } from './subscribe';

const coupons = 'https://docs.stripe.com/billing/subscriptions/coupons';

async function makeCode(
  { stripe, onClose }: StripeSandbox,
  coupon: Stripe.CouponCreateParams,
  restrictions?: Stripe.PromotionCodeCreateParams.Restrictions,
): Promise<string> {
  const made = await stripe.coupons.create({ currency: 'jpy', ...coupon });
  onClose(() => stripe.coupons.del(made.id));
  const code = await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: made.id },
    ...(restrictions && { restrictions }),
  });
  return code.id;
}

/** Yen of every invoice of a subscription that asked for money or was free by a discount, oldest first. */
async function totals({ stripe }: StripeSandbox, subscription: string, since: number): Promise<number[]> {
  const { data } = await stripe.invoices.list({ subscription, limit: 20 });
  return data
    .filter(({ created }) => created >= since)
    .map(({ total }) => total)
    .toReversed();
}

const inTrial = { trial_period_days: 35 } as const;

async function monthsAfterTrial(sandbox: StripeSandbox, shop: SandboxShop, code: string): Promise<number[]> {
  const start = shop.now();
  const { id } = await subscribe(sandbox, shop, [{ price: sandbox.prices.first, quantity: 1 }], {
    ...inTrial,
    discounts: [{ promotion_code: code }],
  });
  await shop.advanceTo(start + days(35 + 31 * 3 + 2));
  return totals(sandbox, id, start + days(34));
}

/** What promotion codes take off, and when they are refused. Decision 023 rests on them. */
export const promotionFacts: readonly Fact<StripeSandbox>[] = [
  {
    id: 'minimum-counts-first-payment',
    says: 'A code with a minimum amount is refused with 400 where a trial makes the first payment 0 yen.',
    page: coupons,
    async check(sandbox) {
      const shop = await sandbox.startShop();
      const code = await makeCode(
        sandbox,
        { amount_off: 1000, duration: 'once' },
        { minimum_amount: 5000, minimum_amount_currency: 'jpy' },
      );
      const refused = await subscribe(sandbox, shop, [{ price: sandbox.prices.first, quantity: 1 }], {
        ...inTrial,
        discounts: [{ promotion_code: code }],
      }).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (refused === undefined) throw new Differs('the answer', 'refused with 400', 'a subscription');
      if (!(refused instanceof StripeSdk.errors.StripeInvalidRequestError)) throw refused;
      same('the HTTP status', 400, refused.statusCode);
    },
  },
  {
    id: 'repeating-counts-from-trial-start',
    says: 'A coupon for 3 months counts from the start of a 35-day trial: two paid months are discounted, not three.',
    page: coupons,
    async check(sandbox) {
      const code = await makeCode(sandbox, { amount_off: 1000, duration: 'repeating', duration_in_months: 3 });
      const paid = await monthsAfterTrial(sandbox, await sandbox.startShop(), code);
      same('the first four paid months in yen', [8900, 8900, 9900, 9900], paid.slice(0, 4));
    },
  },
  {
    id: 'once-waits-for-first-payment',
    says: 'A coupon for once is kept through a trial and taken off the first paid month.',
    page: coupons,
    async check(sandbox) {
      const code = await makeCode(sandbox, { amount_off: 1000, duration: 'once' });
      const paid = await monthsAfterTrial(sandbox, await sandbox.startShop(), code);
      same('the first two paid months in yen', [8900, 9900], paid.slice(0, 2));
    },
  },
  {
    id: 'first-order-after-paid-invoice',
    says: 'A code for a first order is refused to a customer who has paid an invoice.',
    page: coupons,
    async check(sandbox) {
      const shop = await sandbox.startShop();
      const code = await makeCode(sandbox, { amount_off: 1000, duration: 'once' }, { first_time_transaction: true });
      const item = [{ price: sandbox.prices.first, quantity: 1 }];
      await subscribe(sandbox, shop, item);
      const again = await subscribe(sandbox, shop, item, { discounts: [{ promotion_code: code }] }).then(
        () => 'a subscription',
        (error: unknown) => (error instanceof StripeSdk.errors.StripeError ? error.statusCode : String(error)),
      );
      same('the answer', 400, again);
    },
  },
];
