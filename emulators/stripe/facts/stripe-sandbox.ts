import type { Stripe } from 'stripe';
import { NotTried, type OpenService } from '../../platform/facts';
import type { StripeClients } from './stripe-clients';
import { days } from './subscribe';

/** The tool of Stripe's facts: the official client on a sandbox, and shops whose time can be moved. */
export interface StripeSandbox {
  readonly stripe: Stripe;
  /** The same, but a request for which there is no room fails at once. */
  readonly withoutWaiting: Stripe;
  /** Monthly prices in yen: 9,900 for the first unit, 8,800 for units 2 to 4, 8,800 from unit 5 on. */
  readonly prices: { first: string; second: string; fifth: string };
  /** A customer on a test clock of its own; with the test card attached as default unless `card` is null. */
  readonly startShop: (options?: { card?: string | null }) => Promise<SandboxShop>;
  /** Archives or deletes something when the fact ends. */
  readonly onClose: (remove: () => Promise<unknown>) => void;
}

export interface SandboxShop {
  readonly customer: string;
  /** The attached card; undefined without one. */
  readonly card: string | undefined;
  /** Unix seconds of the shop's test clock. */
  now(): number;
  /** Moves the shop's time to a moment (unix seconds), in steps that Stripe allows, and waits until Stripe is done. */
  advanceTo(time: number): Promise<void>;
}

/** Stripe moves a clock by at most two intervals (docs.stripe.com/billing/testing/test-clocks/api-advanced-usage). */
const longestStep = days(50);
/** Seconds that a step of a real test clock may take; after that the fact counts as not tried. */
const patience = 180;

async function settled(stripe: Stripe, clock: string): Promise<void> {
  for (let second = 0; second < patience; second += 1) {
    const { status } = await stripe.testHelpers.testClocks.retrieve(clock);
    if (status === 'ready') return;
    if (status === 'internal_failure') throw new NotTried(`The test clock ${clock} failed inside Stripe`);
    await new Promise((resolve) => void setTimeout(resolve, 1000));
  }
  throw new NotTried(`The test clock ${clock} was not ready within ${patience} s`);
}

const products = {
  first: { id: 'portal_facts_first', name: 'Facts: first unit', amount: 9900 },
  second: { id: 'portal_facts_second', name: 'Facts: units 2 to 4', amount: 8800 },
  fifth: { id: 'portal_facts_fifth', name: 'Facts: unit 5 on', amount: 8800 },
} as const;

/** A product with a price cannot be deleted: it is archived at the end and found again the next time. */
async function makePrice(
  stripe: Stripe,
  { id, name, amount }: (typeof products)[keyof typeof products],
): Promise<string> {
  await stripe.products.update(id, { active: true }).catch(() => stripe.products.create({ id, name }));
  const { data } = await stripe.prices.list({ product: id, active: true, limit: 1 });
  const price =
    data[0] ??
    (await stripe.prices.create({
      product: id,
      currency: 'jpy',
      unit_amount: amount,
      recurring: { interval: 'month' },
    }));
  return price.id;
}

/** Opens a sandbox account; test clocks begin at its own time. */
export async function openSandbox({
  stripe,
  withoutWaiting,
  target,
}: StripeClients): Promise<OpenService<StripeSandbox>> {
  const prices = {
    first: await makePrice(stripe, products.first),
    second: await makePrice(stripe, products.second),
    fifth: await makePrice(stripe, products.fifth),
  };
  let begun = 0;
  return {
    target,
    async begin() {
      const removals: (() => Promise<unknown>)[] = [];
      const sandbox: StripeSandbox = {
        stripe,
        withoutWaiting,
        prices,
        onClose: (remove) => void removals.push(remove),
        async startShop({ card = 'pm_card_visa' } = {}) {
          // An emulator's time is that of the last fact, and not ours.
          const { updated: startTime } = await stripe.products.update(products.first.id, {
            metadata: { fact: String((begun += 1)) },
          });
          const clock = await stripe.testHelpers.testClocks.create({ frozen_time: startTime, name: 'portal facts' });
          // Also removes its customers and their subscriptions.
          removals.push(() => stripe.testHelpers.testClocks.del(clock.id));
          const { id: customer } = await stripe.customers.create({ name: 'Facts', test_clock: clock.id });
          const method = card === null ? undefined : await stripe.paymentMethods.attach(card, { customer });
          if (method)
            await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
          let now = startTime;
          return {
            customer,
            card: method?.id,
            now: () => now,
            async advanceTo(time) {
              while (now < time) {
                now = Math.min(time, now + longestStep);
                await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: now });
                await settled(stripe, clock.id);
              }
            },
          };
        },
      };
      return {
        sandbox,
        close: async () => {
          for (const remove of removals.toReversed()) await remove();
        },
      };
    },
    async close() {
      for (const { id } of Object.values(products)) await stripe.products.update(id, { active: false });
    },
  };
}
