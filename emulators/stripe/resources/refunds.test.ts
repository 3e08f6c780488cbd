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
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const pay = (card: string): Promise<Stripe.PaymentIntent> =>
  account.stripe.paymentIntents.create({ amount: 9900, currency: 'jpy', payment_method: card, confirm: true });
const refund = (intent: Stripe.PaymentIntent, amount?: number): Promise<Stripe.Refund> =>
  account.stripe.refunds.create({ payment_intent: intent.id, ...(amount !== undefined && { amount }) });
const chargeOf = (intent: Stripe.PaymentIntent): Promise<Stripe.Charge> =>
  account.stripe.charges.retrieve(idOf(intent.latest_charge));
/** Types of the events of refunds and disputes, oldest first. */
const told = async (): Promise<string[]> =>
  (await account.stripe.events.list({ limit: 100 })).data
    .map(({ type }) => type as string)
    .filter((type) => /^(refund|charge\.(refund|dispute|updated))/.test(type))
    .toReversed();

test('a part, then the rest: the charge adds them up, and no more can go back', async () => {
  const intent = await pay('pm_card_visa');
  await refund(intent, 900);
  expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 900, refunded: false });
  expect((await refusalOf(refund(intent, 9001))).message).toBe(
    'Refund amount (¥9,001) is greater than unrefunded amount on charge (¥9,000)',
  );
  const rest = await refund(intent);
  expect(rest).toMatchObject({ amount: 9000, status: 'succeeded', charge: idOf(intent.latest_charge) });
  expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 9900, refunded: true });
  expect((await refusalOf(refund(intent, 1))).code).toBe('charge_already_refunded');
  expect(await told()).toEqual(['refund.created', 'charge.refunded', 'refund.created', 'charge.refunded']);
  const { data } = await account.stripe.refunds.list({ payment_intent: intent.id });
  expect(data.map(({ amount }) => amount)).toEqual([9000, 900]);
});

test('a payment that has not succeeded, or none, has nothing to refund', async () => {
  const intent = await account.stripe.paymentIntents.create({ amount: 500, currency: 'jpy' });
  expect((await refusalOf(refund(intent))).message).toContain('does not have a successful charge to refund');
  expect((await refusalOf(account.stripe.refunds.create({}))).message).toContain('payment_intent or charge');
  expect((await refusalOf(account.stripe.refunds.create({ charge: 'ch_none' }))).code).toBe('resource_missing');
});

test.each([
  ['pm_card_pendingRefund', 'pending', 'succeeded', 9900, ['refund.updated', 'charge.refund.updated']],
  [
    'pm_card_refundFail',
    'succeeded',
    'failed',
    0,
    ['refund.updated', 'charge.refund.updated', 'charge.updated', 'refund.failed'],
  ],
] as const)('%s: a refund is %s, and %s later', async (card, first, later, kept, events) => {
  const intent = await pay(card);
  const { id, status } = await refund(intent);
  expect(status).toBe(first);
  await account.advanceDays(1);
  expect((await account.stripe.refunds.retrieve(id)).status).toBe(later);
  expect((await chargeOf(intent)).amount_refunded).toBe(kept);
  expect(await told()).toEqual(['refund.created', 'charge.refunded', ...events]);
});

const disputeOf = async (intent: Stripe.PaymentIntent): Promise<Stripe.Dispute> => {
  const { data } = await account.stripe.disputes.list({ payment_intent: intent.id });
  return data[0] as Stripe.Dispute;
};
const submit = (id: string, uncategorized_text: string): Promise<Stripe.Dispute> =>
  account.stripe.disputes.update(id, { evidence: { uncategorized_text } });

test.each([
  ['winning_evidence', 'won', ['charge.dispute.closed', 'charge.dispute.funds_reinstated']],
  ['losing_evidence', 'lost', ['charge.dispute.closed']],
])('a dispute that is answered with %s is %s', async (evidence, status, events) => {
  const intent = await pay('pm_card_createDispute');
  expect(await chargeOf(intent)).toMatchObject({ disputed: true, amount_refunded: 0 });
  const { id, ...dispute } = await disputeOf(intent);
  expect(dispute).toMatchObject({ amount: 9900, status: 'needs_response', reason: 'fraudulent' });
  expect((await refusalOf(refund(intent, 1))).code).toBe('charge_disputed');
  await account.stripe.disputes.update(id, { evidence: { customer_name: '渋谷店' }, submit: false });
  expect((await account.stripe.disputes.retrieve(id)).evidence_details).toMatchObject({
    has_evidence: true,
    submission_count: 0,
  });
  expect((await submit(id, evidence)).status).toBe(status);
  expect((await refusalOf(submit(id, 'winning_evidence'))).message).toContain('already closed');
  expect((await told()).slice(0, 2)).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
  expect((await told()).slice(-events.length)).toEqual(events);
});

test('a dispute that nobody answers is lost after its day; one that is closed is lost at once', async () => {
  const [waits, closed] = [await pay('pm_card_createDispute'), await pay('pm_card_createDisputeProductNotReceived')];
  const { id } = await disputeOf(closed);
  expect((await account.stripe.disputes.close(id)).status).toBe('lost');
  const { due_by: due } = (await disputeOf(waits)).evidence_details;
  await account.advanceDays(20);
  expect((await disputeOf(waits)).status).toBe('needs_response');
  expect(due).toBeGreaterThan(account.now());
  await account.advanceDays(1);
  expect(await disputeOf(waits)).toMatchObject({ status: 'lost', evidence_details: { past_due: true } });
});

test('other evidence waits for the bank, and a second answer is refused', async () => {
  const { id } = await disputeOf(await pay('pm_card_createDispute'));
  expect((await submit(id, 'ご本人のご利用です')).status).toBe('under_review');
  await refusalOf(account.stripe.disputes.close(id));
});

test('an inquiry moves no money: a refund in full closes it, evidence too, or it becomes a dispute', async () => {
  const [refunded, answered, escalated, left] = [
    await pay('pm_card_createDisputeInquiry'),
    await pay('pm_card_createDisputeInquiry'),
    await pay('pm_card_createDisputeInquiry'),
    await pay('pm_card_createDisputeInquiry'),
  ] as const;
  expect(await disputeOf(refunded)).toMatchObject({ status: 'warning_needs_response', is_charge_refundable: true });
  expect(await told()).not.toContain('charge.dispute.funds_withdrawn');
  await refund(refunded);
  await submit((await disputeOf(answered)).id, 'winning_evidence');
  await submit((await disputeOf(escalated)).id, 'escalate_inquiry_evidence');
  await account.advanceDays(120);
  expect(await Promise.all([refunded, answered, left].map(disputeOf))).toMatchObject([
    { status: 'warning_closed' },
    { status: 'warning_closed' },
    { status: 'warning_closed' },
  ]);
  expect(await disputeOf(escalated)).toMatchObject({ status: 'lost', is_charge_refundable: false });
});

/** A paid invoice of 9,900 yen. */
async function paidInvoice(card = 'pm_card_visa'): Promise<Stripe.Invoice> {
  const { data } = await account.stripe.prices.list({ lookup_keys: ['FIRST_UNIT'] });
  const price = data[0] ?? (await makeCatalogue(account.stripe)).first;
  const { customer } = await customerWithCard(account.stripe, card);
  const made = await account.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
  });
  return account.stripe.invoices.retrieve(idOf(made.latest_invoice), { expand: ['payments'] });
}
const intentOf = ({ payments }: Stripe.Invoice): string => idOf(payments?.data[0]?.payment.payment_intent);
const credit = ({ id, lines }: Stripe.Invoice, amount: number, way: Partial<Stripe.CreditNoteCreateParams>) =>
  account.stripe.creditNotes.create({
    invoice: id,
    lines: [{ type: 'invoice_line_item', invoice_line_item: lines.data[0]?.id ?? '', amount }],
    ...way,
  });

test('a credit note cannot refund a disputed payment, nor more than is left', async () => {
  expect((await refusalOf(credit(await paidInvoice('pm_card_createDispute'), 900, { refund_amount: 900 }))).code).toBe(
    'charge_disputed',
  );
  const invoice = await paidInvoice();
  await account.stripe.refunds.create({ payment_intent: intentOf(invoice), amount: 9800 });
  expect((await refusalOf(credit(invoice, 900, { refund_amount: 900 }))).param).toBe('amount');
  expect((await account.stripe.creditNotes.list({ invoice: invoice.id })).data).toEqual([]);
});
