import type { Stripe } from 'stripe';
import {
  customerWithCard,
  idOf,
  makeCatalogue,
  openTestAccount,
  refusalOf,
  type TestAccount,
} from '../testing/test-account';

let account: TestAccount;
let subscription: Stripe.Subscription;
let customer: string;
beforeEach(async () => {
  account = await openTestAccount();
  const { first } = await makeCatalogue(account.stripe);
  customer = (await customerWithCard(account.stripe)).customer.id;
  subscription = await account.stripe.subscriptions.create({ customer, items: [{ price: first.id }] });
});
afterEach(() => account.close());

/** An invoice that its card could not pay. */
async function openInvoice(card = 'pm_card_chargeCustomerFail'): Promise<Stripe.Invoice> {
  const bad = await account.stripe.paymentMethods.attach(card, { customer });
  await account.stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id });
  await account.advanceDays(31);
  const { data } = await account.stripe.invoices.list({ subscription: subscription.id, status: 'open' });
  return data[0] as Stripe.Invoice;
}

test('invoices are listed by customer, subscription and status', async () => {
  const open = await openInvoice();
  const ids = async (params: Stripe.InvoiceListParams): Promise<string[]> =>
    (await account.stripe.invoices.list(params)).data.map(({ id }) => id);
  expect(await ids({ customer })).toEqual([open.id, subscription.latest_invoice]);
  expect(await ids({ subscription: subscription.id, status: 'paid' })).toEqual([subscription.latest_invoice]);
  expect(await ids({ customer: 'cus_other' })).toEqual([]);
  expect(await ids({ created: { gt: open.created } })).toEqual([]);
});

test('payments and the confirmation secret are in an invoice only if expanded', async () => {
  const { id } = await openInvoice();
  const plain = await account.stripe.invoices.retrieve(id);
  expect(plain).not.toHaveProperty('payments');
  expect(plain).not.toHaveProperty('confirmation_secret');
  const whole = await account.stripe.invoices.retrieve(id, {
    expand: ['payments.data.payment.payment_intent', 'confirmation_secret'],
  });
  const intent = whole.payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent;
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    amount: 9900,
    last_payment_error: { code: 'card_declined' },
  });
  expect(whole.confirmation_secret?.client_secret).toBe(intent.client_secret);
  expect((await account.stripe.invoicePayments.list({ invoice: id })).data).toMatchObject([
    { status: 'open', is_default: true, amount_requested: 9900 },
  ]);
});

describe('paying', () => {
  test('a declined card: the error has the reason; a manual attempt after the first is not counted', async () => {
    const { id } = await openInvoice();
    const refusal = await refusalOf(account.stripe.invoices.pay(id));
    expect(refusal).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'generic_decline',
      payment_intent: { status: 'requires_payment_method' },
    });
    expect(await account.stripe.invoices.retrieve(id)).toMatchObject({ status: 'open', attempt_count: 1 });
  });

  test('another card pays an open invoice; paying it again is refused', async () => {
    const { id } = await openInvoice();
    const good = await account.stripe.paymentMethods.attach('pm_card_jcb', { customer });
    expect(await account.stripe.invoices.pay(id, { payment_method: good.id })).toMatchObject({
      status: 'paid',
      amount_paid: 9900,
      next_payment_attempt: null,
    });
    expect((await account.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    expect((await refusalOf(account.stripe.invoices.pay(id))).code).toBe('invoice_already_paid');
    const stranger = await customerWithCard(account.stripe);
    expect(
      (await refusalOf(account.stripe.invoices.pay((await openInvoice()).id, { payment_method: stranger.card }))).code,
    ).toBe('resource_missing');
  });

  test('a card with 3-D Secure: the error carries the intent to authenticate', async () => {
    const { id } = await openInvoice('pm_card_authenticationRequired');
    const refusal = await refusalOf(account.stripe.invoices.pay(id));
    expect(refusal).toMatchObject({ statusCode: 402, code: 'invoice_payment_intent_requires_action' });
    const intent = refusal.payment_intent as Stripe.PaymentIntent;
    expect(intent.status).toBe('requires_action');
    await account.authenticate(intent, 'complete');
    expect((await account.stripe.invoices.retrieve(id)).status).toBe('paid');
  });

  test('a part of an invoice: only a payment that has succeeded, of at most what remains, is attached', async () => {
    const { stripe } = account;
    const { id } = await openInvoice();
    const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const charge = async (amount: number, confirm = true) =>
      (await stripe.paymentIntents.create({ customer, payment_method: card, amount, currency: 'jpy', confirm })).id;
    const attach = (intent: string) => stripe.invoices.attachPayment(id, { payment_intent: intent });
    expect((await refusalOf(attach(await charge(4_000, false)))).type).toBe('StripeInvalidRequestError');
    expect((await refusalOf(attach(await charge(9_901)))).type).toBe('StripeInvalidRequestError');
    expect(await attach(await charge(4_000))).toMatchObject({ status: 'open', amount_paid: 4_000 });
    expect(await attach(await charge(5_900))).toMatchObject({ status: 'paid', amount_paid: 9_900 });
    expect((await refusalOf(attach(await charge(100)))).type).toBe('StripeInvalidRequestError');
  });

  test('an invoice without any card cannot be paid', async () => {
    const { id } = await openInvoice();
    for (const { id: card } of (await account.stripe.paymentMethods.list({ customer })).data)
      await account.stripe.paymentMethods.detach(card);
    expect((await refusalOf(account.stripe.invoices.pay(id))).code).toBe('resource_missing');
  });
});

test('a void invoice is no longer owed', async () => {
  const { stripe } = account;
  const { id } = await openInvoice();
  expect(await stripe.invoices.voidInvoice(id, { expand: ['payments.data.payment.payment_intent'] })).toMatchObject({
    status: 'void',
    payments: {
      data: [
        {
          status: 'canceled',
          payment: { payment_intent: { status: 'canceled', cancellation_reason: 'void_invoice' } },
        },
      ],
    },
  });
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  expect((await refusalOf(stripe.invoices.pay(id))).type).toBe('StripeInvalidRequestError');
  expect((await refusalOf(stripe.invoices.voidInvoice(id))).code).toBe('status_transition_invalid');
});

test('an uncollectible invoice can still be paid', async () => {
  const { stripe } = account;
  const { id } = await openInvoice();
  expect((await stripe.invoices.markUncollectible(id)).status).toBe('uncollectible');
  const good = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  expect((await stripe.invoices.pay(id, { payment_method: good.id })).status).toBe('paid');
});

test('a draft is finalized by a call, and paid', async () => {
  const { stripe } = account;
  await account.advanceDays(30);
  const [draft] = (await stripe.invoices.list({ subscription: subscription.id, status: 'draft' })).data;
  const open = await stripe.invoices.finalizeInvoice(draft?.id ?? '', { auto_advance: false });
  expect(open).toMatchObject({ status: 'open', next_payment_attempt: null });
  expect((await refusalOf(stripe.invoices.finalizeInvoice(open.id))).code).toBe('invoice_not_editable');
  expect((await stripe.invoices.pay(open.id)).status).toBe('paid');
});

test('an invoice has a page and a PDF for people', async () => {
  const invoice = await account.stripe.invoices.retrieve(idOf(subscription.latest_invoice));
  const page = await (await fetch(String(invoice.hosted_invoice_url))).text();
  expect(page).toContain('9,900円');
  expect(page).toContain('支払い済み');
  expect(page).toContain(String(invoice.number));
  const response = await fetch(String(invoice.invoice_pdf));
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const pdf = Buffer.from(await response.arrayBuffer()).toString('latin1');
  expect(pdf.startsWith('%PDF-1.4')).toBe(true);
  expect(pdf.endsWith('%%EOF\n')).toBe(true);
  const start = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
  expect(pdf.slice(start, start + 4)).toBe('xref');
  const offsets = [...pdf.matchAll(/(\d{10}) 00000 n/g)].map(([, offset]) => Number(offset));
  offsets.forEach((offset, index) => expect(pdf.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj`)));
  expect((await fetch(`${account.url}/i/guess`)).status).toBe(404);
});
