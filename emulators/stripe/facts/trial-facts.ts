import StripeSdk from 'stripe';
import { Differs, same, type Fact } from '../../platform/facts';
import type { SandboxShop, StripeSandbox } from './stripe-sandbox';
import { days, idOf, latestInvoice, subscribe } from './subscribe';

/** A trial as the portal begins it: no card yet; the subscription ends if none came by the end. */
const trial = {
  trial_period_days: 35,
  payment_behavior: 'default_incomplete',
  payment_settings: { save_default_payment_method: 'on_subscription' },
  trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
} as const;

async function startTrial(
  sandbox: StripeSandbox,
  options?: { card: null },
): Promise<{ id: string; shop: SandboxShop }> {
  const shop = await sandbox.startShop(options);
  const { id } = await subscribe(sandbox, shop, [{ price: sandbox.prices.first, quantity: 1 }], trial);
  return { id, shop };
}

/** A setup intent of a customer without a card, which waits for one. */
async function waitingIntent(sandbox: StripeSandbox): Promise<{ id: string; customer: string }> {
  const { customer } = await sandbox.startShop({ card: null });
  const { id } = await sandbox.stripe.setupIntents.create({ customer, allowed_payment_method_types: ['card'] });
  return { id, customer };
}

/** Events between the start of a trial and its end (decisions/subscriptions). */
export const trialFacts: readonly Fact<StripeSandbox>[] = [
  {
    id: 'setup-intent-sets-no-default',
    says:
      'Confirming the setup intent of a trial saves the card for the customer and makes it nobody’s default, with ' +
      'save_default_payment_method on_subscription too.',
    page: 'https://docs.stripe.com/api/subscriptions/create#create_subscription-payment_settings',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { id, shop } = await startTrial(sandbox, { card: null });
      const { pending_setup_intent: intent } = await stripe.subscriptions.retrieve(id);
      same('whether a setup intent is pending', true, intent !== null);
      await stripe.setupIntents.confirm(idOf(intent) ?? '', {
        payment_method: 'pm_card_visa',
        return_url: 'https://example.com/',
      });
      const after = await stripe.subscriptions.retrieve(id);
      same('the default card of the subscription', null, idOf(after.default_payment_method));
      const { data } = await stripe.paymentMethods.list({ customer: shop.customer });
      same('the number of cards that the customer has', 1, data.length);
    },
  },
  {
    id: 'customers-card-pays-after-trial',
    says: 'A card that is only the customer’s default keeps a trial from being canceled at its end, and is charged.',
    page: 'https://docs.stripe.com/billing/subscriptions/trials/free-trials',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { id, shop } = await startTrial(sandbox);
      await shop.advanceTo(shop.now() + days(36));
      same('the status after the trial', 'active', (await stripe.subscriptions.retrieve(id)).status);
    },
  },
  {
    id: 'trial-will-end-three-days-before',
    says: 'customer.subscription.trial_will_end is sent three days before a trial ends, without any default card too.',
    page: 'https://docs.stripe.com/api/events/types#event_types-customer.subscription.trial_will_end',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { id, shop } = await startTrial(sandbox, { card: null });
      await shop.advanceTo(shop.now() + days(33));
      const { data } = await stripe.events.list({ type: 'customer.subscription.trial_will_end', limit: 100 });
      const about = data.filter(({ data: { object } }) => 'id' in object && object.id === id);
      same('the number of events', 1, about.length);
    },
  },
  {
    id: 'trial-without-card-is-canceled',
    says: 'A trial that ends without any default card is canceled where missing_payment_method is cancel.',
    page: 'https://docs.stripe.com/billing/subscriptions/trials/free-trials',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { id, shop } = await startTrial(sandbox, { card: null });
      await shop.advanceTo(shop.now() + days(36));
      same('the status after the trial', 'canceled', (await stripe.subscriptions.retrieve(id)).status);
    },
  },
  {
    id: 'ending-leaves-setup-intent',
    says: 'Canceling a subscription does not cancel its pending setup intent.',
    page: 'https://docs.stripe.com/billing/subscriptions/deferred-payment',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { id } = await startTrial(sandbox, { card: null });
      const intent = idOf((await stripe.subscriptions.retrieve(id)).pending_setup_intent) ?? '';
      await stripe.subscriptions.cancel(id);
      same('its status', 'requires_payment_method', (await stripe.setupIntents.retrieve(intent)).status);
    },
  },
  {
    id: 'canceled-setup-intent-takes-no-card',
    says: 'A canceled setup intent stays canceled: its client secret saves no card any more.',
    page: 'https://docs.stripe.com/api/setup_intents/cancel',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { id, customer } = await waitingIntent(sandbox);
      same('its status', 'canceled', (await stripe.setupIntents.cancel(id)).status);
      const refusal: unknown = await stripe.setupIntents
        .confirm(id, { payment_method: 'pm_card_visa', return_url: 'https://example.com/' })
        .catch((error: unknown) => error);
      if (!(refusal instanceof StripeSdk.errors.StripeError)) throw new Differs('the confirmation', 'refused', 'taken');
      same('the code', 'setup_intent_unexpected_state', refusal.code);
      same('cards of the customer', 0, (await stripe.paymentMethods.list({ customer })).data.length);
    },
  },
  {
    id: 'declined-setup-intent-keeps-its-error',
    says:
      'A declined card leaves the setup intent waiting for another one, with the error in last_setup_error, and an ' +
      'event setup_intent.setup_failed.',
    page: 'https://docs.stripe.com/api/setup_intents/object#setup_intent_object-last_setup_error',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { id } = await waitingIntent(sandbox);
      await stripe.setupIntents
        .confirm(id, { payment_method: 'pm_card_visa_chargeDeclined', return_url: 'https://example.com/' })
        .catch(() => undefined);
      const intent = await stripe.setupIntents.retrieve(id);
      same('its status', 'requires_payment_method', intent.status);
      same('the error', 'card_declined', intent.last_setup_error?.code);
      const { data } = await stripe.events.list({ type: 'setup_intent.setup_failed', limit: 100 });
      same(
        'events',
        true,
        data.some(({ data: { object } }) => 'id' in object && object.id === id),
      );
    },
  },
  {
    id: 'trial-line-text',
    says: 'A free line of a trial in flexible billing is described as Free trial for its quantity and product.',
    page: 'https://docs.stripe.com/billing/subscriptions/billing-mode/compare',
    async check(sandbox) {
      const shop = await sandbox.startShop();
      const { id } = await subscribe(sandbox, shop, [{ price: sandbox.prices.first, quantity: 1 }], {
        trial_period_days: 35,
      });
      const [line] = (await latestInvoice(sandbox, id)).lines.data;
      same('the text', true, line?.description?.startsWith('Free trial for 1 × ') ?? false);
    },
  },
  {
    id: 'trial-quantity-costs-nothing',
    says: 'Raising a quantity during a trial without proration charges nothing; the first paid invoice has it in full.',
    page: 'https://docs.stripe.com/billing/subscriptions/trials/free-trials',
    async check(sandbox) {
      const { stripe, prices } = sandbox;
      const shop = await sandbox.startShop();
      const made = await subscribe(sandbox, shop, [{ price: prices.fifth, quantity: 2 }], {
        trial_period_days: 35,
      });
      await stripe.subscriptions.update(made.id, {
        items: [{ id: made.items[0] ?? '', quantity: 4 }],
        proration_behavior: 'none',
      });
      await shop.advanceTo(shop.now() + days(36));
      same('the first paid invoice in yen', 4 * 8800, (await latestInvoice(sandbox, made.id)).total);
    },
  },
];
