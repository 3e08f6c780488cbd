import StripeSdk, { type Stripe } from 'stripe';
import { Differs, same, type Fact } from '../../platform/facts';
import type { SandboxShop, StripeSandbox } from './stripe-sandbox';
import { addWaiting, days, idOf, subscribe } from './subscribe';

const coupons = 'https://docs.stripe.com/billing/subscriptions/coupons';

const refusedWith = (error: unknown): string | number =>
  error instanceof StripeSdk.errors.StripeError ? (error.statusCode ?? 0) : String(error);

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

/** Totals in yen of a subscription's invoices that cost something or were free by a discount, oldest first. */
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

/** Amounts that promotion codes take off, and the cases in which they are refused (decisions/subscriptions). */
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
      if (refused === undefined) throw new Differs('the outcome', 'refused with 400', 'a subscription');
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
        refusedWith,
      );
      same('the outcome', 400, again);
    },
  },
  {
    id: 'first-order-after-begun-payment',
    says: 'A code for a first order is refused to a customer with a payment that was begun and never made.',
    page: coupons,
    async check(sandbox) {
      const { stripe, prices } = sandbox;
      const shop = await sandbox.startShop({ card: null });
      const code = await makeCode(sandbox, { amount_off: 1000, duration: 'once' }, { first_time_transaction: true });
      await stripe.paymentIntents.create({ amount: 500, currency: 'jpy', customer: shop.customer });
      const outcome = await subscribe(sandbox, shop, [{ price: prices.first, quantity: 1 }], {
        payment_behavior: 'default_incomplete',
        discounts: [{ promotion_code: code }],
      }).then(() => 'a subscription', refusedWith);
      same('the outcome', 400, outcome);
    },
  },
  {
    id: 'coupon-has-no-minimum-in-trial',
    says:
      'The coupon of a code with a minimum amount can be given to a trial by itself: it is taken off the first paid ' +
      'month and counted as redeemed, the code is not.',
    page: coupons,
    async check(sandbox) {
      const { stripe } = sandbox;
      const shop = await sandbox.startShop();
      const code = await makeCode(
        sandbox,
        { amount_off: 1000, duration: 'forever', max_redemptions: 5 },
        { minimum_amount: 5000, minimum_amount_currency: 'jpy' },
      );
      const { promotion } = await stripe.promotionCodes.retrieve(code);
      const coupon = idOf(promotion.coupon) ?? '';
      const start = shop.now();
      const { id } = await subscribe(sandbox, shop, [{ price: sandbox.prices.first, quantity: 1 }], {
        ...inTrial,
        discounts: [{ coupon }],
      });
      await shop.advanceTo(start + days(36));
      same('the first paid month in yen', [8900], await totals(sandbox, id, start + days(34)));
      same('redemptions of the coupon', 1, (await stripe.coupons.retrieve(coupon)).times_redeemed);
      same('redemptions of the code', 0, (await stripe.promotionCodes.retrieve(code)).times_redeemed);
    },
  },
  {
    id: 'code-of-each-customer',
    says: 'Several customers may have active codes of one name; the list by customer has only that customer’s code.',
    page: 'https://docs.stripe.com/api/promotion_codes/create',
    async check(sandbox) {
      const { stripe, onClose } = sandbox;
      const [one, other] = [await stripe.customers.create(), await stripe.customers.create()];
      for (const { id } of [one, other]) onClose(() => stripe.customers.del(id));
      const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' });
      onClose(() => stripe.coupons.del(coupon.id));
      const code = `FACTS${one.id.slice(-12)}`.toUpperCase();
      for (const { id: customer } of [one, other])
        await stripe.promotionCodes.create({ code, customer, promotion: { type: 'coupon', coupon: coupon.id } });
      const { data } = await stripe.promotionCodes.list({ code, customer: one.id });
      same(
        'whose codes are listed',
        [one.id],
        data.map(({ customer }) => idOf(customer)),
      );
    },
  },
  {
    id: 'preview-names-discounts',
    says: 'A preview that names one of two discounts of its subscription by id takes off that one alone.',
    page: 'https://docs.stripe.com/api/invoices/create_preview',
    async check(sandbox) {
      const { stripe, prices, onClose } = sandbox;
      const coupon = async (yen: number): Promise<string> => {
        const { id } = await stripe.coupons.create({ amount_off: yen, currency: 'jpy', duration: 'forever' });
        onClose(() => stripe.coupons.del(id));
        return id;
      };
      const shop = await sandbox.startShop();
      const made = await subscribe(sandbox, shop, [{ price: prices.first, quantity: 1 }], {
        discounts: [{ coupon: await coupon(1_000) }, { coupon: await coupon(300) }],
      });
      const { discounts } = await stripe.subscriptions.retrieve(made.id);
      const [first] = discounts;
      const preview = await stripe.invoices.createPreview({
        subscription: made.id,
        discounts: [{ discount: typeof first === 'string' ? first : (first?.id ?? '') }],
      });
      same('the total in yen', 9_900 - 1_000, preview.total);
    },
  },
  {
    id: 'second-discount-of-the-rest',
    says: 'Of two discounts of a subscription, the second is a percentage of what the first one leaves.',
    page: coupons,
    async check(sandbox) {
      const { stripe, prices, onClose } = sandbox;
      const coupon = async (off: number): Promise<string> => {
        const { id } = await stripe.coupons.create({ percent_off: off, duration: 'forever' });
        onClose(() => stripe.coupons.del(id));
        return id;
      };
      const shop = await sandbox.startShop();
      const made = await subscribe(sandbox, shop, [{ price: prices.first, quantity: 1 }], {
        discounts: [{ coupon: await coupon(50) }, { coupon: await coupon(10) }],
      });
      const preview = await stripe.invoices.createPreview({ subscription: made.id });
      same('the total in yen', 9_900 - 4_950 - 495, preview.total);
    },
  },
  {
    id: 'preview-without-a-share',
    says: 'A preview in which a pending item is not discountable gives its part of an amount off to the other lines.',
    page: 'https://docs.stripe.com/api/invoices/create_preview',
    async check(sandbox) {
      const { stripe, prices, onClose } = sandbox;
      const off = await stripe.coupons.create({ amount_off: 1_000, currency: 'jpy', duration: 'forever' });
      onClose(() => stripe.coupons.del(off.id));
      const shop = await sandbox.startShop();
      const made = await subscribe(sandbox, shop, [{ price: prices.first, quantity: 1 }], {
        discounts: [{ coupon: off.id }],
      });
      const waiting = await addWaiting(sandbox, shop, made.id, 1_500);
      const { lines } = await stripe.invoices.createPreview({
        subscription: made.id,
        invoice_items: [{ invoiceitem: waiting.id, discountable: false }],
      });
      same(
        'the discounts of the lines in yen',
        [0, 1_000],
        lines.data
          .map((line) => (line.discount_amounts ?? []).reduce((all, one) => all + one.amount, 0))
          .toSorted((one, other) => one - other),
      );
    },
  },
];
