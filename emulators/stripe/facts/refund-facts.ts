import type { Stripe } from 'stripe';
import { Differs, NotTried, readUntil, same, type Fact } from '../../platform/facts';
import type { StripeSandbox } from './stripe-sandbox';
import { idOf, latestInvoice, subscribe } from './subscribe';

/** Stripe's bank may open or decide a dispute some seconds after its cause. */
const patience = 30;
const testing = 'https://docs.stripe.com/testing#disputes';

/** A paid invoice of 9,900 yen, and the payment that paid it. */
async function paid(
  sandbox: StripeSandbox,
  card = 'pm_card_visa',
): Promise<{ invoice: Stripe.Invoice; payment_intent: string }> {
  const { stripe, prices } = sandbox;
  const shop = await sandbox.startShop({ card });
  const made = await subscribe(sandbox, shop, [{ price: prices.first, quantity: 1 }]);
  const { id } = await latestInvoice(sandbox, made.id);
  const invoice = await stripe.invoices.retrieve(id, { expand: ['payments'] });
  return { invoice, payment_intent: idOf(invoice.payments?.data[0]?.payment.payment_intent ?? null) ?? '' };
}

const chargeOf = async ({ stripe }: StripeSandbox, payment: string): Promise<Stripe.Charge> =>
  (await stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] })).latest_charge as Stripe.Charge;

/** The dispute of a payment in a status. */
async function disputeIn({ stripe }: StripeSandbox, payment_intent: string, status: string): Promise<Stripe.Dispute> {
  const read = async () => (await stripe.disputes.list({ payment_intent })).data[0];
  const found = await readUntil(read, (one) => one?.status === status, patience);
  if (found?.status !== status) throw new NotTried(`No dispute was ${status} within ${patience} s`);
  return found;
}

/** The code of the refusal; throws {@link Differs} if there is none. */
async function refusalOf(attempt: Promise<unknown>): Promise<unknown> {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown as { code?: string; param?: string },
  );
  if (!error) throw new Differs('the request', 'refused', 'accepted');
  return error.code ?? error.param;
}

/** Refunds and disputes, and what they leave of an invoice (decisions/documents). */
export const refundFacts: readonly Fact<StripeSandbox>[] = [
  {
    id: 'refund-leaves-its-invoice',
    says: 'A refund without a credit note counts in its charge alone: the invoice stays paid, with all its amounts.',
    page: 'https://docs.stripe.com/api/refunds/create',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { invoice, payment_intent } = await paid(sandbox);
      const { charge, status } = await stripe.refunds.create({ payment_intent, amount: 900 });
      const { id, amount_refunded: back, refunded } = await chargeOf(sandbox, payment_intent);
      same('the refund', [id, 'succeeded'], [charge, status]);
      same('the charge', [900, false], [back, refunded]);
      same('more than is left', 'amount', await refusalOf(stripe.refunds.create({ payment_intent, amount: 9001 })));
      await stripe.refunds.create({ payment_intent });
      same('a third refund', 'charge_already_refunded', await refusalOf(stripe.refunds.create({ payment_intent })));
      const after = await stripe.invoices.retrieve(invoice.id);
      same('the invoice', ['paid', 9900, 0], [after.status, after.amount_paid, after.post_payment_credit_notes_amount]);
    },
  },
  {
    id: 'credit-note-links-a-refund',
    says: 'A credit note links a refund that was made before it, as a whole, and only once.',
    page: 'https://docs.stripe.com/api/credit_notes/create#create_credit_note-refunds',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { invoice, payment_intent } = await paid(sandbox);
      const { id: refund } = await stripe.refunds.create({ payment_intent, amount: 900 });
      const link = (): Promise<Stripe.CreditNote> =>
        stripe.creditNotes.create({
          invoice: invoice.id,
          lines: [{ type: 'invoice_line_item', invoice_line_item: invoice.lines.data[0]?.id ?? '', amount: 900 }],
          refunds: [{ refund }],
        });
      const { refunds, post_payment_amount: credited } = await link();
      same(
        'the note',
        [[refund, 900]],
        refunds.map((one) => [one.refund, one.amount_refunded]),
      );
      same('what it takes back', 900, credited);
      same('the money that went back', 900, (await chargeOf(sandbox, payment_intent)).amount_refunded);
      await refusalOf(link());
    },
  },
  {
    id: 'refund-and-dispute-name-their-payment',
    says: 'The object of an event of a refund or dispute names the payment; a dispute names no customer.',
    page: 'https://docs.stripe.com/api/disputes/object',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { payment_intent } = await paid(sandbox, 'pm_card_createDisputeInquiry');
      const dispute = await disputeIn(sandbox, payment_intent, 'warning_needs_response');
      same('the payment', payment_intent, dispute.payment_intent);
      same('the customer', false, 'customer' in dispute);
      const refund = await stripe.refunds.create({ payment_intent });
      same('the payment of a refund', payment_intent, refund.payment_intent);
      same('the payment of a charge', payment_intent, (await chargeOf(sandbox, payment_intent)).payment_intent);
    },
  },
  {
    id: 'disputed-charge-is-not-refunded',
    says: 'A disputed charge says so, has a day for its evidence, and is not refunded; it can be won.',
    page: testing,
    async check(sandbox) {
      const { stripe } = sandbox;
      const { invoice, payment_intent } = await paid(sandbox, 'pm_card_createDispute');
      const {
        id,
        amount,
        created,
        evidence_details: details,
      } = await disputeIn(sandbox, payment_intent, 'needs_response');
      same('the disputed amount', 9900, amount);
      same('whether evidence is due later', true, (details.due_by ?? 0) > created);
      same('the charge', true, (await chargeOf(sandbox, payment_intent)).disputed);
      same('a refund', 'charge_disputed', await refusalOf(stripe.refunds.create({ payment_intent })));
      await stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } });
      await disputeIn(sandbox, payment_intent, 'won');
      same('the invoice', 'paid', (await stripe.invoices.retrieve(invoice.id)).status);
    },
  },
  {
    id: 'closed-dispute-is-lost',
    says: 'A dispute that is closed is lost; nothing of it counts as refunded, and the invoice stays paid.',
    page: 'https://docs.stripe.com/api/disputes/close',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { invoice, payment_intent } = await paid(sandbox, 'pm_card_createDispute');
      const { id } = await disputeIn(sandbox, payment_intent, 'needs_response');
      same('the dispute', 'lost', (await stripe.disputes.close(id)).status);
      same('the charge', 0, (await chargeOf(sandbox, payment_intent)).amount_refunded);
      same('the invoice', 'paid', (await stripe.invoices.retrieve(invoice.id)).status);
    },
  },
  {
    id: 'inquiry-moves-no-money',
    says: 'An inquiry is a dispute in warning_needs_response; its charge can be refunded.',
    page: 'https://docs.stripe.com/disputes/how-disputes-work',
    async check(sandbox) {
      const { payment_intent } = await paid(sandbox, 'pm_card_createDisputeInquiry');
      const { is_charge_refundable: refundable } = await disputeIn(sandbox, payment_intent, 'warning_needs_response');
      same('whether it can be refunded', true, refundable);
      const { status } = await sandbox.stripe.refunds.create({ payment_intent });
      same('the refund', 'succeeded', status);
    },
  },
];
