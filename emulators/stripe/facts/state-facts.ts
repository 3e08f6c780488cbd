import StripeSdk, { type Stripe } from 'stripe';
import { same, type Fact } from '../../platform/facts';
import type { SandboxShop, StripeSandbox } from './stripe-sandbox';
import { addWaiting, days, latestInvoice, type Subscribed, subscribe } from './subscribe';

const pausing = 'https://docs.stripe.com/billing/subscriptions/pause';
const statuses = 'https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses';

async function rented(sandbox: StripeSandbox): Promise<{ shop: SandboxShop; made: Subscribed }> {
  const shop = await sandbox.startShop();
  return { shop, made: await subscribe(sandbox, shop, [{ price: sandbox.prices.first, quantity: 1 }]) };
}

/** The message that a request is refused with; undefined if it is not. */
const refusal = (request: Promise<unknown>): Promise<string | undefined> =>
  request.then(
    () => undefined,
    (error: unknown) => (error instanceof StripeSdk.errors.StripeInvalidRequestError ? error.message : String(error)),
  );

/** The renewal's invoice and the subscription a day after it, while collection is paused. */
async function uncollected(sandbox: StripeSandbox, behavior: 'keep_as_draft' | 'mark_uncollectible' | 'void') {
  const { stripe } = sandbox;
  const { shop, made } = await rented(sandbox);
  await stripe.subscriptions.update(made.id, { pause_collection: { behavior } });
  await shop.advanceTo(made.periodEnd + days(1));
  const { status, auto_advance: advances } = await latestInvoice(sandbox, made.id);
  return [(await stripe.subscriptions.retrieve(made.id)).status, status, advances];
}

/** What staff do with a subscription in the dashboard (decisions/subscriptions). */
export const stateFacts: readonly Fact<StripeSandbox>[] = [
  {
    id: 'paused-makes-no-invoice',
    says:
      'A paused subscription makes no invoice, its period ends at once, and its open invoice can be paid without ' +
      'resuming it.',
    page: pausing,
    async check(sandbox) {
      const { stripe } = sandbox;
      const { shop, made } = await rented(sandbox);
      await stripe.customers.update(shop.customer, { invoice_settings: { default_payment_method: '' } });
      await shop.advanceTo(made.periodEnd + days(1));
      const paused = await stripe.subscriptions.pause(made.id, {
        bill_for: { unused_time_from: { type: 'none' }, outstanding_usage_through: { type: 'none' } },
      });
      same(
        'the status and why',
        ['paused', 'pause_requested'],
        [paused.status, paused.status_details?.paused.subscription.type],
      );
      same('the end of the period', shop.now(), paused.items.data[0]?.current_period_end);
      const { id } = await latestInvoice(sandbox, made.id);
      await stripe.invoices.pay(id, { payment_method: shop.card ?? '' });
      await shop.advanceTo(shop.now() + days(40));
      same('the newest invoice', id, (await latestInvoice(sandbox, made.id)).id);
      same('the status after its payment', 'paused', (await stripe.subscriptions.retrieve(made.id)).status);
    },
  },
  {
    id: 'trial-cannot-be-paused',
    says: 'A subscription in its trial cannot be paused, and a paused one gets no schedule.',
    page: `${pausing}#limitations`,
    async check(sandbox) {
      const { stripe, prices } = sandbox;
      const shop = await sandbox.startShop();
      const items = [{ price: prices.first, quantity: 1 }];
      const trial = await subscribe(sandbox, shop, items, { trial_period_days: 35 });
      same('whether a trial is refused', true, (await refusal(stripe.subscriptions.pause(trial.id))) !== undefined);
      const { id } = await subscribe(sandbox, shop, items);
      await stripe.subscriptions.pause(id);
      const schedule = stripe.subscriptionSchedules.create({ from_subscription: id });
      same('whether a schedule is refused', true, (await refusal(schedule)) !== undefined);
    },
  },
  {
    id: 'resumed-begins-anew',
    says: 'A paused subscription that is resumed by a payment is active, and its period begins then.',
    page: `${pausing}#resume-subscriptions`,
    async check(sandbox) {
      const { stripe } = sandbox;
      const { shop, made } = await rented(sandbox);
      await stripe.subscriptions.pause(made.id, { bill_for: { unused_time_from: { type: 'none' } } });
      await shop.advanceTo(shop.now() + days(50));
      const { status, items } = await stripe.subscriptions.resume(made.id, {
        payment_behavior: 'resume_on_payment_success',
      });
      same('the status', 'active', status);
      same('the beginning of the period', shop.now(), items.data[0]?.current_period_start);
      same('the payment in yen', 9_900, (await latestInvoice(sandbox, made.id)).amount_paid);
    },
  },
  ...(
    [
      ['keep_as_draft', 'a draft that does not go on', 'draft'],
      ['void', 'void', 'void'],
      ['mark_uncollectible', 'uncollectible', 'uncollectible'],
    ] as const
  ).map(([behavior, words, status]): Fact<StripeSandbox> => ({
    id: `collection-paused-${behavior.replaceAll('_', '-')}`,
    says: `While collection is paused (${behavior}), a subscription stays active, its renewal’s invoice is ${words}.`,
    page: 'https://docs.stripe.com/billing/subscriptions/pause-payment',
    async check(sandbox) {
      same('subscription and invoice', ['active', status, false], await uncollected(sandbox, behavior));
    },
  })),
  {
    id: 'sent-invoice-is-late-after-its-due-date',
    says:
      'An invoice that is sent is charged to no card; its subscription is past due after its due date, ' +
      'and active again when it was paid in another way.',
    page: 'https://docs.stripe.com/api/subscriptions/object#subscription_object-status',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { shop, made } = await rented(sandbox);
      await stripe.subscriptions.update(made.id, { collection_method: 'send_invoice', days_until_due: 14 });
      await shop.advanceTo(made.periodEnd + days(13));
      const sent = await latestInvoice(sandbox, made.id);
      same(
        'the invoice',
        ['open', 0, 14],
        [sent.status, sent.attempt_count, Math.round(((sent.due_date ?? 0) - sent.created) / days(1))],
      );
      const statusNow = async (): Promise<string> => (await stripe.subscriptions.retrieve(made.id)).status;
      same('the subscription before the due date', 'active', await statusNow());
      await shop.advanceTo(made.periodEnd + days(15));
      same('the subscription after it', 'past_due', await statusNow());
      const paid = await stripe.invoices.pay(sent.id, { paid_out_of_band: true, expand: ['payments'] });
      const cards = (paid.payments?.data ?? []).filter(({ status }) => status === 'paid');
      same('the paid invoice, and how many cards paid', ['paid', 0], [paid.status, cards.length]);
      same('the subscription when it was paid', 'active', await statusNow());
    },
  },
  {
    id: 'sent-from-the-start',
    says:
      'A subscription that begins with collection by invoice needs days until due; it is active at once, and its ' +
      'first invoice is a draft for an hour, then open and charged to no card.',
    page: 'https://docs.stripe.com/billing/invoices/subscription',
    async check(sandbox) {
      const { stripe } = sandbox;
      const shop = await sandbox.startShop();
      const sent: Stripe.SubscriptionCreateParams = {
        customer: shop.customer,
        items: [{ price: sandbox.prices.first }],
        collection_method: 'send_invoice',
      };
      same('whether no days are refused', true, (await refusal(stripe.subscriptions.create(sent))) !== undefined);
      const made = await stripe.subscriptions.create({ ...sent, days_until_due: 30 });
      same('the subscription', ['active', 30], [made.status, made.days_until_due]);
      same('its first invoice', 'draft', (await latestInvoice(sandbox, made.id)).status);
      await shop.advanceTo(shop.now() + days(1));
      const { status, attempt_count: attempts } = await latestInvoice(sandbox, made.id);
      same('the invoice a day later', ['open', 0], [status, attempts]);
    },
  },
  {
    id: 'schedule-owns-the-end',
    says: 'A subscription on a schedule gets no planned end directly, by the flag or by a date; released, it does.',
    page: 'https://github.com/laravel/cashier-stripe/issues/1748',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { made } = await rented(sandbox);
      const { id } = await stripe.subscriptionSchedules.create({ from_subscription: made.id });
      const ends: Stripe.SubscriptionUpdateParams[] = [{ cancel_at_period_end: true }, { cancel_at: made.periodEnd }];
      for (const end of ends) {
        const message = await refusal(stripe.subscriptions.update(made.id, end));
        same('the refusal', true, message?.includes('managed by the subscription schedule'));
      }
      await stripe.subscriptionSchedules.release(id);
      same('the refusal after the release', undefined, await refusal(stripe.subscriptions.update(made.id, ends[0])));
    },
  },
  {
    id: 'late-update-is-refused',
    says:
      'An update with a proration date of the period before is refused, and one of a canceled subscription too; both ' +
      'refusals say so.',
    page: 'https://docs.stripe.com/api/subscriptions/update',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { shop, made } = await rented(sandbox);
      const [id = ''] = made.items;
      await shop.advanceTo(made.periodEnd + days(1));
      const late = { items: [{ id, quantity: 2 }], proration_date: made.periodEnd - 1 };
      const before = await refusal(stripe.subscriptions.update(made.id, late));
      same('the refusal of the date', true, before?.includes('proration_date'));
      await stripe.subscriptions.cancel(made.id);
      const after = await refusal(stripe.subscriptions.update(made.id, { cancel_at_period_end: false }));
      same('the refusal after the end', true, after?.includes('canceled subscription can only update'));
    },
  },
  {
    id: 'uncollectible-is-active',
    says: 'A past due subscription whose newest invoice is marked uncollectible is active.',
    page: statuses,
    async check(sandbox) {
      const { stripe } = sandbox;
      const { shop, made } = await rented(sandbox);
      await stripe.customers.update(shop.customer, { invoice_settings: { default_payment_method: '' } });
      await shop.advanceTo(made.periodEnd + days(1));
      same('the status before', 'past_due', (await stripe.subscriptions.retrieve(made.id)).status);
      await stripe.invoices.markUncollectible((await latestInvoice(sandbox, made.id)).id);
      same('the status', 'active', (await stripe.subscriptions.retrieve(made.id)).status);
    },
  },
  {
    id: 'pending-item-tells',
    says: 'An invoice item that staff write changes the preview of the next invoice at once.',
    page: 'https://docs.stripe.com/api/invoices/create_preview',
    async check(sandbox) {
      const { shop, made } = await rented(sandbox);
      const total = async (): Promise<number> =>
        (await sandbox.stripe.invoices.createPreview({ subscription: made.id })).total;
      same('the preview in yen', 9_900, await total());
      await addWaiting(sandbox, shop, made.id, 500);
      same('the preview with the item', 10_400, await total());
    },
  },
];
