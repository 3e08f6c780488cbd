import type { Stripe } from 'stripe';
import { idOf, openRental, refusalOf, type TestAccount } from '../testing/test-account';

let account: TestAccount;
let prices: Awaited<ReturnType<typeof openRental>>['prices'];
let subscription: Stripe.Subscription;

beforeEach(async () => {
  ({ account, prices, subscription } = await openRental());
  await account.advanceDays(10);
});
afterEach(() => account.close());

const payWith = async (card: string): Promise<void> => {
  const { id } = await account.stripe.paymentMethods.attach(card, { customer: idOf(subscription.customer) });
  await account.stripe.subscriptions.update(subscription.id, { default_payment_method: id });
};
const update = (
  items: Stripe.SubscriptionUpdateParams.Item[],
  more: Partial<Stripe.SubscriptionUpdateParams> = {},
): Promise<Stripe.Subscription> =>
  account.stripe.subscriptions.update(subscription.id, {
    items,
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    ...more,
  });
const item = (index: number): string => subscription.items.data[index]?.id ?? '';
const now = (): Promise<Stripe.Subscription> => account.stripe.subscriptions.retrieve(subscription.id);
const quantities = ({ items }: Pick<Stripe.Subscription, 'items'>): (number | undefined)[] =>
  items.data.map(({ quantity }) => quantity);
const invoice = (id: Stripe.Subscription['latest_invoice']): Promise<Stripe.Invoice> =>
  account.stripe.invoices.retrieve(idOf(id), {
    expand: ['confirmation_secret', 'payments.data.payment.payment_intent'],
  });
const intentOf = (made: Stripe.Invoice): Stripe.PaymentIntent =>
  made.payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent;
const told = async (type: string): Promise<number> => (await account.stripe.events.list({ type })).data.length;

test('a change that is paid at once takes effect at once', async () => {
  const updated = await update([
    { id: item(1), quantity: 3 },
    { price: prices.fifth.id, quantity: 2 },
  ]);
  expect(quantities(updated)).toEqual([1, 3, 2]);
  expect(updated).toMatchObject({ status: 'active', pending_update: null });
  expect(await invoice(updated.latest_invoice)).toMatchObject({
    status: 'paid',
    total: 5867 + 11_733,
    billing_reason: 'subscription_update',
  });
  expect(await told('customer.subscription.pending_update_applied')).toBe(0);
});

test('a declined card leaves all as it was, with the change pending for 23 hours', async () => {
  await payWith('pm_card_chargeCustomerFail');
  const updated = await update([{ id: item(1), quantity: 3 }]);
  expect(quantities(updated)).toEqual([1, 2]);
  expect(updated).toMatchObject({
    status: 'active',
    pending_update: {
      expires_at: account.now() + 23 * 3600,
      subscription_items: [{ quantity: 1 }, { id: item(1), quantity: 3 }],
    },
  });
  const open = await invoice(updated.latest_invoice);
  expect(open).toMatchObject({ status: 'open', amount_due: 5867, attempt_count: 1, next_payment_attempt: null });
  expect(intentOf(open)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined' },
  });
  await account.advanceDays(1);
  expect(await now()).toMatchObject({ status: 'active', pending_update: null });
  expect((await invoice(updated.latest_invoice)).status).toBe('void');
  expect(await told('customer.subscription.pending_update_expired')).toBe(1);
  await account.advanceDays(21);
  expect((await invoice((await now()).latest_invoice)).total).toBe(27_500);
});

test('completed 3-D Secure applies the change, as of its own date', async () => {
  await payWith('pm_card_authenticationRequired');
  const updated = await update([{ id: item(1), quantity: 3 }], { proration_date: account.now() });
  const open = await invoice(updated.latest_invoice);
  expect(open.confirmation_secret?.client_secret).toBe(intentOf(open).client_secret);
  expect(intentOf(open).status).toBe('requires_action');
  account.clock.advance(3_600_000);
  await account.authenticate(intentOf(open), 'complete');
  expect(quantities(await now())).toEqual([1, 3]);
  expect(await now()).toMatchObject({ status: 'active', pending_update: null });
  expect(await invoice(updated.latest_invoice)).toMatchObject({ status: 'paid', total: 5867 });
  expect(await told('customer.subscription.pending_update_applied')).toBe(1);
  // A later change credits what was charged: 17,600 for 20 of 30 days, of which half is left after ten.
  await account.advanceDays(10);
  const later = await update([{ id: item(1), quantity: 4 }], {
    payment_behavior: 'allow_incomplete',
    proration_date: account.now() - 3600,
  });
  expect((await invoice(later.latest_invoice)).lines.data.map(({ amount }) => amount)).toEqual([-8800, 11_733]);
});

test('another card pays the pending update’s invoice: the change takes effect', async () => {
  await payWith('pm_card_chargeCustomerFail');
  const { latest_invoice: made } = await update([{ id: item(1), quantity: 3 }]);
  const other = await account.stripe.paymentMethods.attach('pm_card_visa', { customer: idOf(subscription.customer) });
  expect((await refusalOf(account.stripe.invoices.pay(idOf(made)))).code).toBe('card_declined');
  expect((await account.stripe.invoices.pay(idOf(made), { payment_method: other.id })).status).toBe('paid');
  expect(quantities(await now())).toEqual([1, 3]);
});

test('voiding the invoice drops the change and returns the balance that was used', async () => {
  await account.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item(1), quantity: 1 }],
    proration_behavior: 'always_invoice',
  });
  expect(await account.stripe.customers.retrieve(idOf(subscription.customer))).toMatchObject({ balance: -5866 });
  await payWith('pm_card_chargeCustomerFail');
  const { latest_invoice: made } = await update([{ id: item(1), quantity: 3 }]);
  expect(await invoice(made)).toMatchObject({ total: 11_733, amount_due: 11_733 - 5866 });
  await account.stripe.invoices.voidInvoice(idOf(made));
  expect((await now()).pending_update).toBeNull();
  expect(quantities(await now())).toEqual([1, 1]);
  expect(await account.stripe.customers.retrieve(idOf(subscription.customer))).toMatchObject({ balance: -5866 });
});

test('another change replaces the pending one', async () => {
  await payWith('pm_card_chargeCustomerFail');
  const { latest_invoice: first } = await update([{ id: item(1), quantity: 3 }]);
  const second = await update([{ id: item(1), quantity: 4 }]);
  expect(second.pending_update?.subscription_items?.[1]?.quantity).toBe(4);
  expect((await invoice(first)).status).toBe('void');
  const { latest_invoice: same } = await account.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item(1), quantity: 1 }],
    proration_behavior: 'none',
  });
  expect((await invoice(same)).status).toBe('void');
  expect(await now()).toMatchObject({ pending_update: null });
  expect(quantities(await now())).toEqual([1, 1]);
});

test('a pending change expires with the period, before the renewal, and with the subscription', async () => {
  await payWith('pm_card_chargeCustomerFail');
  account.clock.advance(19.5 * 86_400_000);
  const { pending_update: held, latest_invoice: made } = await update([{ id: item(1), quantity: 3 }]);
  expect(held?.expires_at).toBe(subscription.items.data[0]?.current_period_end);
  account.clock.advance(0.5 * 86_400_000);
  const renewed = await now();
  expect(renewed.pending_update).toBeNull();
  expect((await invoice(made)).status).toBe('void');
  expect(await invoice(renewed.latest_invoice)).toMatchObject({ status: 'draft', total: 27_500 });
  const again = await update([{ id: item(1), quantity: 3 }]);
  await account.stripe.subscriptions.cancel(subscription.id);
  expect((await invoice(again.latest_invoice)).status).toBe('void');
});

test('nothing due: an ordinary change; unsupported attributes of pending updates are refused', async () => {
  expect(quantities(await update([{ id: item(1), quantity: 3 }], { proration_behavior: 'none' }))).toEqual([1, 3]);
  expect((await refusalOf(update([{ id: item(1), deleted: true }]))).param).toBe('items');
  expect((await refusalOf(update([], { description: 'x' }))).param).toBe('description');
  expect((await refusalOf(update([], { cancel_at_period_end: true }))).code).toBe('emulator_unsupported');
  const create = {
    customer: idOf(subscription.customer),
    items: [{ price: prices.first.id }],
    payment_behavior: 'pending_if_incomplete' as const,
  };
  expect((await refusalOf(account.stripe.subscriptions.create(create))).param).toBe('payment_behavior');
});
