import type { Stripe } from 'stripe';
import { same, type Fact } from '../../platform/facts';
import type { StripeSandbox } from './stripe-sandbox';
import { latestInvoice, subscribeUnpaid } from './subscribe';

/** Status, amount due, paid and remaining, and each payment's status and amount; the one of Stripe's own first. */
const paymentOf = (invoice: Stripe.Invoice): unknown[] => [
  invoice.status,
  invoice.amount_due,
  invoice.amount_paid,
  invoice.amount_remaining,
  (invoice.payments?.data ?? [])
    .filter(({ payment }) => payment.type === 'payment_intent')
    .toSorted((one, other) => Number(other.is_default) - Number(one.is_default))
    .map(({ status, amount_paid: paid }) => [status, paid]),
];

/** Payments of an invoice that are not one charge of its whole amount (decisions/documents). */
export const paymentFacts: readonly Fact<StripeSandbox>[] = [
  {
    id: 'part-of-invoice-paid',
    says: 'A payment of a part leaves an invoice open; what remains is lower, and is charged next.',
    page: 'https://docs.stripe.com/invoicing/partial-payments',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { shop, made } = await subscribeUnpaid(sandbox);
      const { id } = await latestInvoice(sandbox, made.id);
      const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer: shop.customer });
      const part = await stripe.paymentIntents.create({
        customer: shop.customer,
        payment_method: card,
        amount: 4_000,
        currency: 'jpy',
        confirm: true,
        off_session: true,
      });
      await stripe.invoices.attachPayment(id, { payment_intent: part.id });
      const expand = ['payments'];
      const partly = await stripe.invoices.retrieve(id, { expand });
      same(
        'after a part',
        [
          'open',
          9900,
          4000,
          5900,
          [
            ['open', null],
            ['paid', 4000],
          ],
        ],
        paymentOf(partly),
      );
      await stripe.invoices.pay(id, { payment_method: card });
      const paid = await stripe.invoices.retrieve(id, { expand });
      same(
        'after the rest',
        [
          'paid',
          9900,
          9900,
          0,
          [
            ['paid', 5900],
            ['paid', 4000],
          ],
        ],
        paymentOf(paid),
      );
    },
  },
  {
    id: 'paid-elsewhere-cancels-its-payment',
    says: 'An invoice paid outside of Stripe has all its amount paid; the payment that was tried is canceled.',
    page: 'https://docs.stripe.com/changelog/basil/2025-03-31/add-support-for-multiple-partial-payments-on-invoices',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { made } = await subscribeUnpaid(sandbox);
      const { id } = await latestInvoice(sandbox, made.id);
      await stripe.invoices.pay(id, { paid_out_of_band: true });
      const paid = await stripe.invoices.retrieve(id, { expand: ['payments'] });
      same('the invoice', ['paid', 9900, 9900, 0, [['canceled', null]]], paymentOf(paid));
    },
  },
];
