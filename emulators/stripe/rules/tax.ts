import type { Account } from '../state/account';
import type { WireInvoiceLine, WireTaxRate } from '../wire/objects';
import { roundMoney } from '../time/periods';
import { sumOf, netOf } from './sums';

type LineTax = WireInvoiceLine['taxes'][number];

/** The tax included in an amount; negative in a credit. */
const inclusive = (amount: number, percentage: number): number =>
  Math.sign(amount) * roundMoney((Math.abs(amount) * percentage) / (100 + percentage));

const toTax = (rate: WireTaxRate, taxable: number): LineTax => {
  const amount = inclusive(taxable, rate.percentage);
  return {
    amount,
    tax_behavior: 'inclusive',
    tax_rate_details: { tax_rate: rate.id },
    taxability_reason: 'not_available',
    taxable_amount: taxable - amount,
    type: 'tax_rate_details',
  };
};

/** The tax of a rate in an amount that includes it. */
export const taxWithin = (account: Account, rate: string, amount: number): LineTax =>
  toTax(account.own('taxRates', rate), amount);

/**
 * The rates of a line: an invoice item's own rates replace the subscription's
 * (docs.stripe.com/api/invoiceitems/create#create_invoiceitem-tax_rates).
 */
function ratesOf(account: Account, defaults: string[], { parent }: WireInvoiceLine): string[] {
  const item = parent?.invoice_item_details?.invoice_item;
  const own = item === undefined ? [] : account.own('invoiceItems', item).tax_rates;
  return own.length > 0 ? own : defaults;
}

/**
 * The tax of an invoice, only from the rates of its lines (docs.stripe.com/billing/taxes/tax-rates). The account's
 * settings decide whether each line is rounded, or the sum of each rate. Rates that are not inclusive are refused when
 * they are created. `subtotalTax` is the tax in the lines before discounts.
 */
export function withTaxes(
  account: Account,
  defaults: string[],
  lines: WireInvoiceLine[],
): { lines: WireInvoiceLine[]; taxes: LineTax[]; subtotalTax: number } {
  const rated = lines.map((line) => ({ line, rates: ratesOf(account, defaults, line) }));
  const used = [...new Set(rated.flatMap(({ rates }) => rates))].map((id) => account.own('taxRates', id));
  const sums = used.map((rate) => {
    const own = rated.filter(({ rates }) => rates.includes(rate.id)).map(({ line }) => line);
    const total = own.reduce((sum, line) => sum + netOf(line), 0);
    const once = toTax(rate, total);
    const amount =
      account.settings.taxRounding === 'invoice' ? once.amount : sumOf(own.map((line) => toTax(rate, netOf(line))));
    return {
      tax: { ...once, amount, taxable_amount: total - amount },
      before: inclusive(sumOf(own), rate.percentage),
    };
  });
  return {
    lines: rated.map(({ line, rates }) => ({
      ...line,
      taxes: used.filter(({ id }) => rates.includes(id)).map((rate) => toTax(rate, netOf(line))),
    })),
    taxes: sums.map(({ tax }) => tax),
    subtotalTax: sums.reduce((sum, { before }) => sum + before, 0),
  };
}
