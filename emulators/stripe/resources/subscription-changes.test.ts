import type { Stripe } from 'stripe';
import { customerWithCard, idOf, openRental, refusalOf, type TestAccount } from '../testing/test-account';

let account: TestAccount;
let prices: Awaited<ReturnType<typeof openRental>>['prices'];
let subscription: Stripe.Subscription;
beforeEach(async () => {
  ({ account, prices, subscription } = await openRental());
});
afterEach(() => account.close());

const update = (params: Stripe.SubscriptionUpdateParams): Promise<Stripe.Subscription> =>
  account.stripe.subscriptions.update(subscription.id, params);
const item = (index: number): string => subscription.items.data[index]?.id ?? '';
const waiting = async (): Promise<(number | string | null)[][]> =>
  (await account.stripe.invoiceItems.list({ customer: idOf(subscription.customer), pending: true })).data
    .map(({ amount, description }) => [amount, description])
    .toReversed();
const newest = async (): Promise<Stripe.Invoice> => {
  const { data } = await account.stripe.invoices.list({ subscription: subscription.id, limit: 1 });
  return data[0] as Stripe.Invoice;
};

describe('quantities', () => {
  // 21 November 03:00 to 21 December 03:00 is 30 days; after ten of them a third is over.
  test('an increase charged at once costs the rest of the period, to the second', async () => {
    await account.advanceDays(10);
    const updated = await update({ items: [{ id: item(1), quantity: 3 }], proration_behavior: 'always_invoice' });
    expect(updated.items.data[1]?.quantity).toBe(3);
    expect(await newest()).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_update',
      total: 17_600 - 11_733,
      lines: {
        data: [
          { amount: -11_733, description: 'Unused time on 2 × SECOND_TO_FOURTH after 1 Dec 2026', quantity: 2 },
          { amount: 17_600, description: 'Remaining time on 3 × SECOND_TO_FOURTH after 1 Dec 2026', quantity: 3 },
        ],
      },
    });
    const [credit] = (await newest()).lines.data;
    expect(credit?.period).toEqual({ start: account.now(), end: updated.items.data[1]?.current_period_end });
    expect(credit?.parent?.subscription_item_details).toMatchObject({
      proration: true,
      proration_details: { credited_items: { invoice: subscription.latest_invoice } },
    });
  });

  test('an increase with default prorations is charged with the renewal', async () => {
    await account.advanceDays(10);
    await update({ items: [{ id: item(1), quantity: 3 }] });
    expect((await waiting()).map(([amount]) => amount)).toEqual([-11_733, 17_600]);
    await account.advanceDays(21);
    const invoice = await newest();
    expect(invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_cycle',
      total: 5867 + 9900 + 26_400,
    });
    expect(await waiting()).toEqual([]);
  });

  test('a decrease without proration takes effect with the next invoice', async () => {
    const { latest_invoice: before } = subscription;
    const updated = await update({ items: [{ id: item(1), quantity: 1 }], proration_behavior: 'none' });
    expect(updated.latest_invoice).toBe(before);
    expect(await waiting()).toEqual([]);
    await account.advanceDays(31);
    expect((await newest()).total).toBe(9900 + 8800);
  });

  test('a credit larger than the charge pays the next invoice', async () => {
    await account.advanceDays(10);
    await update({ items: [{ id: item(1), deleted: true }], proration_behavior: 'always_invoice' });
    expect(await newest()).toMatchObject({ status: 'paid', total: -11_733, amount_due: 0, ending_balance: -11_733 });
    expect(await account.stripe.customers.retrieve(idOf(subscription.customer))).toMatchObject({ balance: -11_733 });
    await account.advanceDays(21);
    expect(await newest()).toMatchObject({
      total: 9900,
      amount_due: 0,
      status: 'paid',
      starting_balance: -11_733,
      ending_balance: -1833,
    });
  });

  test('items can be added, changed and removed by their own calls', async () => {
    const { stripe } = account;
    await update({
      items: [
        { price: prices.fifth.id, quantity: 2 },
        { id: item(1), deleted: true },
      ],
      proration_behavior: 'none',
    });
    const { data } = (await stripe.subscriptions.retrieve(subscription.id)).items;
    expect(data.map(({ price, quantity }) => [price.id, quantity])).toEqual([
      [prices.first.id, 1],
      [prices.fifth.id, 2],
    ]);
    const changed = await stripe.subscriptionItems.update(data[1]?.id ?? '', {
      quantity: 5,
      proration_behavior: 'none',
    });
    expect(changed.quantity).toBe(5);
    const none = stripe.subscriptionItems.update('si_none', { quantity: 5 });
    expect((await refusalOf(none)).code).toBe('resource_missing');
  });

  test('items of another subscription, and removing the last item, are refused', async () => {
    expect((await refusalOf(update({ items: [{ id: 'si_other', quantity: 2 }] }))).param).toBe('items[0][id]');
    expect((await refusalOf(update({ items: [{ price: prices.first.id }] }))).param).toBe('items');
    expect(
      (
        await refusalOf(
          update({
            items: [
              { id: item(0), deleted: true },
              { id: item(1), deleted: true },
            ],
          }),
        )
      ).param,
    ).toBe('items');
    expect((await account.stripe.subscriptions.retrieve(subscription.id)).items.data).toHaveLength(2);
  });

  test('an increase cannot be paid: past due, or unchanged with error_if_incomplete', async () => {
    const { stripe } = account;
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: idOf(subscription.customer),
    });
    await update({ default_payment_method: bad.id });
    const change: Stripe.SubscriptionUpdateParams = {
      items: [{ id: item(1), quantity: 3 }],
      proration_behavior: 'always_invoice',
    };
    await account.advanceDays(1);
    expect((await refusalOf(update({ ...change, payment_behavior: 'error_if_incomplete' }))).code).toBe(
      'card_declined',
    );
    expect((await stripe.subscriptions.retrieve(subscription.id)).items.data[1]?.quantity).toBe(2);
    expect(await waiting()).toEqual([]);
    expect((await update(change)).status).toBe('past_due');
    expect(await newest()).toMatchObject({ status: 'open', attempt_count: 1 });
  });
});

describe('ending', () => {
  test('an end at the period’s end is planned, taken back, and planned again', async () => {
    const end = subscription.items.data[0]?.current_period_end ?? 0;
    const ending = await update({
      cancel_at_period_end: true,
      cancellation_details: { comment: '閉店', feedback: 'unused' },
    });
    expect(ending).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: end,
      canceled_at: account.now(),
    });
    expect(await update({ cancel_at_period_end: false })).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
    });
    await account.advanceDays(1);
    const asked = account.now();
    await update({ cancel_at_period_end: true });
    await account.advanceDays(60);
    const ended = await account.stripe.subscriptions.retrieve(subscription.id);
    expect(ended).toMatchObject({
      status: 'canceled',
      ended_at: end,
      canceled_at: asked,
      cancellation_details: { reason: 'cancellation_requested' },
    });
    expect((await account.stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
  });

  test('an end at a chosen date: the flag stays false, the last period is charged in part', async () => {
    const start = account.now();
    const date = start + 45 * 86_400;
    expect(await update({ cancel_at: date })).toMatchObject({ cancel_at: date, cancel_at_period_end: false });
    await account.advanceDays(31);
    // 15 of the 31 days from 21 December
    expect((await newest()).total).toBe(Math.round((9900 * 15) / 31) + Math.round((17_600 * 15) / 31));
    await account.advanceDays(20);
    expect(await account.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      ended_at: date,
    });
    expect(await waiting()).toEqual([]);
  });

  test('cancel_at accepts the end of the period by its name', async () => {
    const ending = await update({ cancel_at: 'min_period_end' });
    expect(ending).toMatchObject({
      cancel_at: subscription.items.data[0]?.current_period_end,
      cancel_at_period_end: false,
    });
    expect((await update({ cancel_at: '' })).cancel_at).toBeNull();
    expect((await refusalOf(update({ cancel_at: account.now() }))).param).toBe('cancel_at');
  });

  test('a subscription is canceled at once; canceling it again is refused', async () => {
    const { stripe } = account;
    const canceled = await stripe.subscriptions.cancel(subscription.id, {
      cancellation_details: { feedback: 'too_expensive' },
    });
    expect(canceled).toMatchObject({
      status: 'canceled',
      canceled_at: account.now(),
      ended_at: account.now(),
      cancellation_details: { feedback: 'too_expensive' },
    });
    expect(await refusalOf(stripe.subscriptions.cancel(subscription.id))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    expect((await refusalOf(update({ cancel_at_period_end: true }))).code).toBe('invalid_canceled_subscription_fields');
    expect((await update({ metadata: { note: 'x' } })).metadata).toEqual({ note: 'x' });
    expect((await stripe.events.list({ type: 'customer.subscription.deleted' })).data).toHaveLength(1);
    await account.advanceDays(60);
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
  });

  test('a subscription is canceled at once with proration: the rest is credited', async () => {
    await account.advanceDays(15);
    await account.stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true });
    expect(await newest()).toMatchObject({ total: -(4950 + 8800), amount_due: 0, status: 'paid' });
  });
});

test('a default card must be the customer’s own, and an empty one clears it', async () => {
  const { stripe } = account;
  const stranger = await customerWithCard(stripe);
  expect((await refusalOf(update({ default_payment_method: stranger.card }))).code).toBe('resource_missing');
  const own = await stripe.paymentMethods.attach('pm_card_jcb', { customer: idOf(subscription.customer) });
  expect((await update({ default_payment_method: own.id })).default_payment_method).toBe(own.id);
  expect((await update({ default_payment_method: '' })).default_payment_method).toBeNull();
});

test('classic billing credits by the current price', async () => {
  const { stripe } = account;
  const { customer } = await customerWithCard(stripe);
  const classic = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: prices.first.id }],
    billing_mode: { type: 'classic' },
  });
  expect(classic.billing_mode.type).toBe('classic');
  expect((await refusalOf(stripe.subscriptions.update(classic.id, { cancel_at: 'max_period_end' }))).param).toBe(
    'cancel_at',
  );
  await account.advanceDays(15);
  await stripe.subscriptions.update(classic.id, { items: [{ id: classic.items.data[0]?.id ?? '', quantity: 2 }] });
  const { data } = await stripe.invoiceItems.list({ customer: customer.id, pending: true });
  expect(data.map(({ amount }) => amount)).toEqual([9900, -4950]);
});
