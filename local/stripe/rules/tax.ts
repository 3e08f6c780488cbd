import type { Account } from '../state/account';
import type { WireInvoice, WireInvoiceLine, WireTaxRate } from '../wire/objects';
import { roundMoney } from '../time/periods';

type LineTax = WireInvoiceLine['taxes'][number];

/** The tax that is in an amount whose price includes it; negative in a credit. */
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

const netOf = (line: WireInvoiceLine): number =>
  line.amount - line.discount_amounts.reduce((sum, one) => sum + one.amount, 0);

/**
 * The tax of an invoice by the rates that it is made with, and by them alone
 * (docs.stripe.com/billing/taxes/tax-rates). Where it is rounded, at each line or once for the invoice, is a setting of
 * the account. A rate that is not inclusive is refused when it is made.
 */
export function withTaxes(
  account: Account,
  rates: string[],
  lines: WireInvoiceLine[],
): { lines: WireInvoiceLine[]; taxes: NonNullable<WireInvoice['total_taxes']> } {
  const used = rates.map((id) => account.own('taxRates', id));
  const taxed = lines.map((line) => ({ ...line, taxes: used.map((rate) => toTax(rate, netOf(line))) }));
  const total = taxed.reduce((sum, line) => sum + netOf(line), 0);
  const taxes = used.map((rate, index) => {
    if (account.settings.taxRounding === 'invoice') return toTax(rate, total);
    const amount = taxed.reduce((sum, line) => sum + (line.taxes[index]?.amount ?? 0), 0);
    return { ...toTax(rate, total), amount, taxable_amount: total - amount };
  });
  return { lines: taxed, taxes };
}

/** An amount of yen without the tax that the rates find in it. */
export const withoutTax = (account: Account, rates: string[], amount: number): number =>
  rates.reduce((left, id) => left - inclusive(amount, account.own('taxRates', id).percentage), amount);

export const sumOf = (taxes: readonly { amount: number }[]): number => taxes.reduce((sum, one) => sum + one.amount, 0);
