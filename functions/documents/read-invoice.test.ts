import type { Stripe } from 'stripe';
import { sentenceOf } from '#shared/model/document';
import { logger } from '#functions/platform/logger';
import { startPaymentServices } from '#functions/testing/payment-services';
import { testServices } from '#functions/testing/test-services';
import { lineOf, toLines } from '#functions/billing/invoice-lines';
import { taxesOf, type TaxedLine } from './read-invoice';

const services = testServices(startPaymentServices);

const line = (change: object): Stripe.InvoiceLineItem =>
  ({
    id: 'il_1',
    amount: 1_234,
    description: '振込手数料の調整',
    quantity: 1,
    period: { start: 1_800_000_000, end: 1_802_000_000 },
    discount_amounts: [],
    pricing: null,
    ...change,
  }) as unknown as Stripe.InvoiceLineItem;

test('a line that staff wrote is shown in their words', async () => {
  const parent = { type: 'invoice_item_details', invoice_item_details: { proration: false } };
  const [shown] = await toLines([lineOf(line({ parent }))]);
  expect(shown && sentenceOf(shown)).toBe('振込手数料の調整');
});

test.each([
  ['of a sort that is not known', null],
  ['of an unknown product', { type: 'subscription_item_details', subscription_item_details: { proration: false } }],
])('a line %s is shown as it is, and logged', async (_what, parent) => {
  const warned = jest.spyOn(logger, 'warn').mockReturnValue();
  const [shown] = await toLines([lineOf(line({ parent }))]);
  expect(shown && sentenceOf(shown)).toBe('振込手数料の調整');
  expect(shown).toMatchObject({ kind: 'extra', amount: 1_234 });
  expect(warned).toHaveBeenCalledWith(expect.stringContaining('unknown'), { invoiceLineId: 'il_1' });
});

test.each([
  ['with the tax in it', 10_045],
  ['without the tax', 9_000],
  ['that is not told', null],
])('what a rate covers is told by the lines, beside a taxable amount %s', async (_what, taxable) => {
  const make = async (percentage: number): Promise<string> =>
    (await services.stripe.taxRates.create({ display_name: '税', percentage, inclusive: true })).id;
  const [ten, none] = [await make(10), await make(0)];
  const tax = (rate: string, amount: number) =>
    ({ amount, tax_behavior: 'inclusive', tax_rate_details: { tax_rate: rate }, taxable_amount: taxable }) as const;
  const lines: TaxedLine[] = [
    { net: 9_000, taxes: [tax(ten, 818)] },
    { net: 900, taxes: [tax(ten, 82)] },
    { net: 145, taxes: [tax(none, 0)] },
  ];
  expect(await taxesOf([tax(ten, 900), tax(none, 0)], lines)).toEqual([
    { rate: 10, taxed: 9_900, amount: 900 },
    { rate: 0, taxed: 145, amount: 0 },
  ]);
});
