import type { Stripe } from 'stripe';
import { sentenceOf } from '#shared/model/explain-document';
import { logger } from '../../runtime/logger';
import { toLines } from './read-invoice';

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
  const [shown] = await toLines([line({ parent })], {});
  expect(shown && sentenceOf(shown)).toBe('振込手数料の調整');
});

test.each([
  ['of a sort that is not known', null],
  ['of an unknown product', { type: 'subscription_item_details', subscription_item_details: { proration: false } }],
])('a line %s is shown as it is, and logged', async (_what, parent) => {
  const warned = jest.spyOn(logger, 'warn').mockReturnValue();
  const [shown] = await toLines([line({ parent })], {});
  expect(shown && sentenceOf(shown)).toBe('振込手数料の調整');
  expect(shown).toMatchObject({ kind: 'extra', amount: 1_234 });
  expect(warned).toHaveBeenCalledWith(expect.stringContaining('unknown'), { invoiceLineId: 'il_1' });
});
