import { same, type Fact } from '../../platform/facts';
import type { SandboxShop, StripeSandbox } from './stripe-sandbox';
import { addWaiting, days, latestInvoice, setQuantity, subscribe } from './subscribe';

/** An inclusive tax rate of Japan, archived when the fact ends; returns its id. */
async function makeRate({ stripe, onClose }: StripeSandbox, percentage: number): Promise<string> {
  const { id } = await stripe.taxRates.create({ display_name: '消費税', percentage, inclusive: true, country: 'JP' });
  onClose(() => stripe.taxRates.update(id, { active: false }));
  return id;
}

/** Adds 145 yen to the subscription's next invoice, as staff do. */
const addItem = async ({ stripe }: StripeSandbox, shop: SandboxShop, subscription: string, rates: string[]) =>
  stripe.invoiceItems.create({
    customer: shop.customer,
    subscription,
    amount: 145,
    currency: 'jpy',
    description: 'Facts: by staff',
    discountable: false,
    metadata: { writtenBy: 'staff' },
    tax_rates: rates,
  });

/** Tax of invoices, and items added by hand (decisions/subscriptions). */
export const taxFacts: readonly Fact<StripeSandbox>[] = [
  {
    id: 'no-tax-without-rate',
    says: 'A price that is tax inclusive puts no tax onto an invoice; only a tax rate does.',
    page: 'https://docs.stripe.com/billing/taxes/tax-rates',
    async check(sandbox) {
      const { prices } = sandbox;
      const shop = await sandbox.startShop();
      const made = await subscribe(sandbox, shop, [{ price: prices.first, quantity: 1 }]);
      same('the taxes of the invoice', [], (await latestInvoice(sandbox, made.id)).total_taxes ?? []);
    },
  },
  {
    id: 'inclusive-rate-keeps-total',
    says: 'An inclusive rate of 10 % leaves 9,900 yen as they are: the invoice has 900 yen of tax, its line the rate.',
    page: 'https://docs.stripe.com/billing/taxes/tax-rates',
    async check(sandbox) {
      const { prices } = sandbox;
      const shop = await sandbox.startShop();
      const rate = await makeRate(sandbox, 10);
      const made = await subscribe(sandbox, shop, [{ price: prices.first, quantity: 1 }], {
        default_tax_rates: [rate],
      });
      const invoice = await latestInvoice(sandbox, made.id);
      same('the total in yen', 9900, invoice.total);
      same(
        'the tax in yen',
        [900],
        (invoice.total_taxes ?? []).map(({ amount }) => amount),
      );
      same(
        'the rates of its lines',
        [[rate]],
        invoice.lines.data.map(({ taxes }) => (taxes ?? []).map((tax) => tax.tax_rate_details?.tax_rate)),
      );
    },
  },
  {
    id: 'rate-for-an-existing-subscription',
    says: 'A tax rate that a subscription gets later makes no invoice, and leaves the total of the next one as it is.',
    page: 'https://docs.stripe.com/billing/taxes/tax-rates',
    async check(sandbox) {
      const { stripe, prices } = sandbox;
      const shop = await sandbox.startShop();
      const made = await subscribe(sandbox, shop, [{ price: prices.first, quantity: 1 }]);
      const rate = await makeRate(sandbox, 10);
      await stripe.subscriptions.update(made.id, { default_tax_rates: [rate], proration_behavior: 'none' });
      same('the number of invoices', 1, (await stripe.invoices.list({ subscription: made.id })).data.length);
      const preview = await stripe.invoices.createPreview({ subscription: made.id });
      const taxes = (preview.total_taxes ?? []).map(({ amount }) => amount);
      same('total and tax of the preview', [9900, [900]], [preview.total, taxes]);
      await shop.advanceTo(made.periodEnd + days(1));
      const next = await latestInvoice(sandbox, made.id);
      same(
        'total and tax of the next invoice',
        [9900, [900]],
        [next.total, (next.total_taxes ?? []).map(({ amount }) => amount)],
      );
    },
  },
  {
    id: 'pending-item-on-next-invoice',
    says:
      'An invoice item of a subscription becomes a line of its next invoice, with its metadata and own tax rate in ' +
      "place of the subscription's.",
    page: 'https://docs.stripe.com/api/invoiceitems/create#create_invoiceitem-tax_rates',
    async check(sandbox) {
      const { prices } = sandbox;
      const shop = await sandbox.startShop();
      const [taxed, untaxed] = [await makeRate(sandbox, 10), await makeRate(sandbox, 0)];
      const made = await subscribe(sandbox, shop, [{ price: prices.first, quantity: 1 }], {
        default_tax_rates: [taxed],
      });
      await addItem(sandbox, shop, made.id, [untaxed]);
      await shop.advanceTo(made.periodEnd + days(1));
      const next = await latestInvoice(sandbox, made.id);
      same('the total', 10_045, next.total);
      const line = next.lines.data.find(({ metadata }) => metadata['writtenBy'] === 'staff');
      same('the line', 145, line?.amount);
      same('whether it names its invoice item', true, line?.parent?.invoice_item_details !== null);
      same(
        'the taxes by amount',
        [0, 900],
        (next.total_taxes ?? []).map(({ amount }) => amount).toSorted((one, other) => one - other),
      );
    },
  },
  {
    id: 'newest-pending-item-first',
    says: 'The lines of an invoice begin with the items that waited for it, the newest first; the renewal comes after.',
    page: 'https://docs.stripe.com/api/invoices/object#invoice_object-lines',
    async check(sandbox) {
      const shop = await sandbox.startShop();
      const made = await subscribe(sandbox, shop, [{ price: sandbox.prices.first, quantity: 1 }]);
      await addWaiting(sandbox, shop, made.id, 100);
      await shop.advanceTo(made.periodStart + days(1));
      await addWaiting(sandbox, shop, made.id, 200);
      await shop.advanceTo(made.periodEnd + days(1));
      const { lines } = await latestInvoice(sandbox, made.id);
      same(
        'the amounts of its lines',
        [200, 100, 9_900],
        lines.data.map(({ amount }) => amount),
      );
    },
  },
  {
    id: 'invoice-at-once-takes-pending-items',
    says: 'The invoice of a change with always_invoice has the invoice items that wait for the subscription.',
    page: 'https://docs.stripe.com/billing/subscriptions/prorations',
    async check(sandbox) {
      const { prices } = sandbox;
      const shop = await sandbox.startShop();
      const made = await subscribe(sandbox, shop, [{ price: prices.second, quantity: 1 }]);
      await addItem(sandbox, shop, made.id, []);
      await shop.advanceTo(made.periodStart + days(3));
      await setQuantity(sandbox, shop, made, { id: made.items[0] ?? '', quantity: 2 }, 'always_invoice');
      const { lines } = await latestInvoice(sandbox, made.id);
      same(
        'whether the item is a line',
        true,
        lines.data.some(({ amount }) => amount === 145),
      );
    },
  },
];
