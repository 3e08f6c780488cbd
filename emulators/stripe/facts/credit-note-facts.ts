import type { Stripe } from 'stripe';
import { Differs, same, type Fact } from '../../platform/facts';
import type { SandboxShop, StripeSandbox } from './stripe-sandbox';
import { days, latestInvoice, subscribe } from './subscribe';

const creation = 'https://docs.stripe.com/api/credit_notes/create';
const guide = 'https://docs.stripe.com/invoicing/dashboard/credit-notes';

/** Credits an amount of an invoice's first line. */
const credit = (
  { stripe }: StripeSandbox,
  invoice: Stripe.Invoice,
  amount: number,
  more: Pick<Stripe.CreditNoteCreateParams, 'credit_amount' | 'out_of_band_amount' | 'refund_amount'> = {},
): Promise<Stripe.CreditNote> =>
  stripe.creditNotes.create({
    invoice: invoice.id,
    lines: [{ type: 'invoice_line_item', invoice_line_item: invoice.lines.data[0]?.id ?? '', amount }],
    ...more,
  });

/** A paid invoice of 9,900 yen, and its shop. */
async function paidInvoice(sandbox: StripeSandbox): Promise<{ shop: SandboxShop; invoice: Stripe.Invoice }> {
  const shop = await sandbox.startShop();
  const made = await subscribe(sandbox, shop, [{ price: sandbox.prices.first, quantity: 1 }]);
  return { shop, invoice: await latestInvoice(sandbox, made.id) };
}

/** An open invoice of 9,900 yen that Stripe does not collect by itself any more. */
async function openInvoice(sandbox: StripeSandbox): Promise<Stripe.Invoice> {
  const { stripe, prices } = sandbox;
  const shop = await sandbox.startShop();
  const made = await subscribe(sandbox, shop, [{ price: prices.first, quantity: 1 }]);
  const { id: card } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: shop.customer });
  await stripe.customers.update(shop.customer, { invoice_settings: { default_payment_method: card } });
  await shop.advanceTo(made.periodEnd + days(1));
  const { id } = await latestInvoice(sandbox, made.id);
  return stripe.invoices.update(id, { auto_advance: false });
}

const sumsOf = (invoice: Stripe.Invoice): Record<string, unknown> => ({
  status: invoice.status,
  total: invoice.total,
  due: invoice.amount_due,
  remaining: invoice.amount_remaining,
  lowered: invoice.pre_payment_credit_notes_amount,
  credited: invoice.post_payment_credit_notes_amount,
});

/** Throws {@link Differs} unless Stripe refuses. */
async function refused(what: string, attempt: Promise<unknown>): Promise<void> {
  const isRefused = await attempt.then(
    () => false,
    (error: unknown) => error instanceof Error && 'statusCode' in error && error.statusCode === 400,
  );
  if (!isRefused) throw new Differs(what, 'refused', 'accepted');
}

/** Credit notes and what they change of an invoice (decisions/documents). */
export const creditNoteFacts: readonly Fact<StripeSandbox>[] = [
  {
    id: 'credit-note-lowers-open-invoice',
    says: 'A credit note of an open invoice lowers what is due and what remains, and leaves the total as it is.',
    page: creation,
    async check(sandbox) {
      const invoice = await openInvoice(sandbox);
      const note = await credit(sandbox, invoice, 900);
      const after = await sandbox.stripe.invoices.retrieve(invoice.id);
      same(
        'the invoice',
        { status: 'open', total: 9900, due: 9000, remaining: 9000, lowered: 900, credited: 0 },
        sumsOf(after),
      );
      same('the note', [900, 0, 'issued'], [note.pre_payment_amount, note.post_payment_amount, note.status]);
    },
  },
  {
    id: 'credit-note-of-all-pays-open-invoice',
    says: 'A credit note that takes all that remains of an open invoice makes it paid.',
    page: guide,
    async check(sandbox) {
      const invoice = await openInvoice(sandbox);
      await credit(sandbox, invoice, 9900);
      const { status, amount_paid: paid } = await sandbox.stripe.invoices.retrieve(invoice.id);
      same('the invoice', ['paid', 0], [status, paid]);
    },
  },
  {
    id: 'credit-of-paid-invoice-goes-to-balance',
    says: 'A credit note of a paid invoice leaves its amounts; its credit_amount becomes a credit of the customer.',
    page: creation,
    async check(sandbox) {
      const { shop, invoice } = await paidInvoice(sandbox);
      const note = await credit(sandbox, invoice, 900, { credit_amount: 900 });
      const after = await sandbox.stripe.invoices.retrieve(invoice.id);
      same(
        'the invoice',
        { status: 'paid', total: 9900, due: 9900, remaining: 0, lowered: 0, credited: 900 },
        sumsOf(after),
      );
      same('the note', [0, 900], [note.pre_payment_amount, note.post_payment_amount]);
      const customer = await sandbox.stripe.customers.retrieve(shop.customer);
      same('the balance', -900, customer.deleted ? undefined : customer.balance);
    },
  },
  {
    id: 'refund-of-credit-note-is-named',
    says: 'A credit note with a refund_amount names the refund and its amount in refunds.',
    page: creation,
    async check(sandbox) {
      const { invoice } = await paidInvoice(sandbox);
      const { refunds, out_of_band_amount: elsewhere } = await credit(sandbox, invoice, 900, { refund_amount: 900 });
      same(
        'the refunds',
        [900],
        refunds.map(({ amount_refunded: amount }) => amount),
      );
      same('outside of Stripe', null, elsewhere);
    },
  },
  {
    id: 'credit-note-needs-its-way-back',
    says: 'Of what was paid, credit, refund and out-of-band amount must add up to the credited amount.',
    page: creation,
    async check(sandbox) {
      const { invoice } = await paidInvoice(sandbox);
      await refused('a credit note without a way back', credit(sandbox, invoice, 900));
      await refused('a way back for less', credit(sandbox, invoice, 900, { credit_amount: 800 }));
      await refused('more than the line', credit(sandbox, invoice, 9901, { credit_amount: 9901 }));
    },
  },
  {
    id: 'credited-line-stays-credited',
    says: 'What earlier credit notes took of a line cannot be credited again, though the invoice has room.',
    page: 'https://docs.stripe.com/invoicing/integration/programmatic-credit-notes',
    async check(sandbox) {
      const shop = await sandbox.startShop();
      const made = await subscribe(sandbox, shop, [
        { price: sandbox.prices.first, quantity: 1 },
        { price: sandbox.prices.second, quantity: 2 },
      ]);
      const invoice = await latestInvoice(sandbox, made.id);
      const { amount = 0 } = invoice.lines.data[0] ?? {};
      await credit(sandbox, invoice, amount, { credit_amount: amount });
      await refused('the same line once more', credit(sandbox, invoice, amount, { credit_amount: amount }));
    },
  },
  {
    id: 'credit-note-has-its-tax',
    says: 'A credit note of 8,800 yen of a line with an inclusive rate of 10 % has 800 yen of tax and its own number.',
    page: 'https://docs.stripe.com/api/credit_notes/object',
    async check(sandbox) {
      const { stripe, prices, onClose } = sandbox;
      const rate = await stripe.taxRates.create({ display_name: '消費税', percentage: 10, inclusive: true });
      onClose(() => stripe.taxRates.update(rate.id, { active: false }));
      const shop = await sandbox.startShop();
      const made = await subscribe(sandbox, shop, [{ price: prices.first, quantity: 1 }], {
        default_tax_rates: [rate.id],
      });
      const invoice = await latestInvoice(sandbox, made.id);
      const note = await credit(sandbox, invoice, 8800, { credit_amount: 8800 });
      same(
        'the tax',
        [800],
        (note.total_taxes ?? []).map(({ amount }) => amount),
      );
      same(
        'the line',
        [8800],
        note.lines.data.map(({ amount }) => amount),
      );
      same('the number', `${invoice.number}-CN-01`, note.number);
    },
  },
  {
    id: 'void-credit-note-gives-back',
    says: 'A credit note of an open invoice can be voided: the invoice asks for its amount again.',
    page: 'https://docs.stripe.com/api/credit_notes/void',
    async check(sandbox) {
      const invoice = await openInvoice(sandbox);
      const { id } = await credit(sandbox, invoice, 900);
      const note = await sandbox.stripe.creditNotes.voidCreditNote(id);
      same('the note', ['void', true], [note.status, note.voided_at !== null]);
      const after = await sandbox.stripe.invoices.retrieve(invoice.id);
      same(
        'the invoice',
        { status: 'open', total: 9900, due: 9900, remaining: 9900, lowered: 0, credited: 0 },
        sumsOf(after),
      );
      await refused('a second time', sandbox.stripe.creditNotes.voidCreditNote(id));
    },
  },
  {
    id: 'credit-note-of-paid-invoice-stays',
    says: 'A credit note of a paid invoice cannot be voided.',
    page: guide,
    async check(sandbox) {
      const { invoice } = await paidInvoice(sandbox);
      const { id } = await credit(sandbox, invoice, 900, { out_of_band_amount: 900 });
      await refused('to void it', sandbox.stripe.creditNotes.voidCreditNote(id));
    },
  },
];
