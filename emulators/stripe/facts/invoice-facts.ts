import StripeSdk from 'stripe';
import { same, type Fact } from '../../platform/facts';
import type { StripeSandbox } from './stripe-sandbox';
import { addWaiting, days, idOf, latestInvoice, subscribe, subscribeUnpaid } from './subscribe';

/** Invoices: their states, payment and tax (decisions/subscriptions and decisions/ends). */
export const invoiceFacts: readonly Fact<StripeSandbox>[] = [
  {
    id: 'active-with-older-open-invoice',
    says: 'A subscription whose newest invoice is paid is active while an older invoice is still open.',
    page: 'https://docs.stripe.com/billing/subscriptions/overview',
    async check(sandbox) {
      const { stripe, prices } = sandbox;
      const shop = await sandbox.startShop();
      const made = await subscribe(sandbox, shop, [{ price: prices.first, quantity: 1 }]);
      const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: shop.customer });
      const pay = (card: string) =>
        stripe.customers.update(shop.customer, { invoice_settings: { default_payment_method: card } });
      await pay(failing.id);
      await shop.advanceTo(made.periodEnd + days(1));
      const open = await latestInvoice(sandbox, made.id);
      same('the invoice that failed', 'open', open.status);
      // Stops Stripe's own retries.
      await stripe.invoices.update(open.id, { auto_advance: false });
      await pay(shop.card ?? '');
      await shop.advanceTo(made.periodEnd + days(33));
      same('the older invoice', 'open', (await stripe.invoices.retrieve(open.id)).status);
      same('the subscription', 'active', (await stripe.subscriptions.retrieve(made.id)).status);
    },
  },
  {
    id: 'open-invoice-names-subscription',
    says: 'A list of open invoices brings each one’s customer and subscription along where they are expanded.',
    page: 'https://docs.stripe.com/api/invoices/list',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { shop, made } = await subscribeUnpaid(sandbox);
      const { data } = await stripe.invoices.list({
        customer: shop.customer,
        status: 'open',
        expand: ['data.customer', 'data.parent.subscription_details.subscription'],
      });
      const { customer, parent } = data[0] ?? {};
      const subscription = parent?.subscription_details?.subscription;
      same('the customer', 'object', typeof customer);
      same('the subscription', made.id, typeof subscription === 'object' ? subscription.id : undefined);
    },
  },
  {
    id: 'void-first-invoice-expires',
    says: 'Voiding the first invoice of an incomplete subscription makes it incomplete_expired.',
    page: 'https://docs.stripe.com/billing/invoices/subscription',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { made } = await subscribeUnpaid(sandbox);
      const invoice = await latestInvoice(sandbox, made.id);
      await stripe.invoices.voidInvoice(invoice.id);
      same('the subscription', 'incomplete_expired', (await stripe.subscriptions.retrieve(made.id)).status);
    },
  },
  {
    id: 'incomplete-expires-within-a-day',
    says: 'An incomplete subscription that nobody pays is incomplete_expired after 24 hours, its invoice void.',
    page: 'https://docs.stripe.com/billing/subscriptions/overview',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { shop, made } = await subscribeUnpaid(sandbox);
      await shop.advanceTo(shop.now() + days(1));
      same('the subscription', 'incomplete_expired', (await stripe.subscriptions.retrieve(made.id)).status);
      same('its invoice', 'void', (await latestInvoice(sandbox, made.id)).status);
    },
  },
  {
    id: 'first-payment-sets-default',
    says: 'Paying the first invoice of an incomplete subscription makes the card its default (on_subscription).',
    page: 'https://docs.stripe.com/api/subscriptions/create#create_subscription-payment_settings',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { made } = await subscribeUnpaid(sandbox, {
        payment_settings: { save_default_payment_method: 'on_subscription' },
      });
      const invoice = await latestInvoice(sandbox, made.id);
      const { data } = await stripe.invoicePayments.list({ invoice: invoice.id });
      const intent = idOf(data[0]?.payment.payment_intent ?? null) ?? '';
      await stripe.paymentIntents.confirm(intent, {
        payment_method: 'pm_card_visa',
        return_url: 'https://example.com/',
      });
      const after = await stripe.subscriptions.retrieve(made.id);
      same('the status', 'active', after.status);
      same('whether it has a default card', true, after.default_payment_method !== null);
    },
  },
  {
    id: 'declined-payment-is-replayed',
    says:
      'A declined payment of an invoice under a used idempotency key is repeated with the header ' +
      'idempotent-replayed; under another key it is tried again, and attempt_count stays 1.',
    page: 'https://docs.stripe.com/api/idempotent_requests',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { shop, made } = await subscribeUnpaid(sandbox);
      const { id } = await latestInvoice(sandbox, made.id);
      const { id: card } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
        customer: shop.customer,
      });
      const pay = async (key: string): Promise<unknown> => {
        const error: unknown = await stripe.invoices
          .pay(id, { payment_method: card }, { idempotencyKey: `${made.id}:${key}` })
          .catch((failure: unknown) => failure);
        return error instanceof StripeSdk.errors.StripeCardError
          ? (error.headers?.['idempotent-replayed'] ?? 'new')
          : 'not declined';
      };
      same('the first try', 'new', await pay('one'));
      same('the same key', 'true', await pay('one'));
      same('another key', 'new', await pay('two'));
      same('attempts', 1, (await stripe.invoices.retrieve(id)).attempt_count);
    },
  },
  {
    id: 'eleven-lines-of-a-preview',
    says: 'A preview brings ten lines along and says that there are more; all of them are listed by its id.',
    page: 'https://docs.stripe.com/invoicing/preview',
    async check(sandbox) {
      const { stripe, prices } = sandbox;
      const shop = await sandbox.startShop();
      const made = await subscribe(sandbox, shop, [{ price: prices.first, quantity: 1 }]);
      for (let index = 0; index < 10; index += 1) await addWaiting(sandbox, shop, made.id, 100);
      const { id, lines, total } = await stripe.invoices.createPreview({ subscription: made.id });
      same('the lines of the preview', [10, true, 10_900], [lines.data.length, lines.has_more, total]);
      const { data } = await stripe.invoices.listLineItems(id, { limit: 100 });
      same('all lines', 11, data.length);
    },
  },
];
