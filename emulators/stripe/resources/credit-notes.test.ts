import type { Stripe } from 'stripe';
import { idOf, openRental, refusalOf, type TestAccount } from '../testing/test-account';

let account: TestAccount;
let invoice: Stripe.Invoice;
beforeEach(async () => {
  const rental = await openRental();
  ({ account } = rental);
  invoice = await account.stripe.invoices.retrieve(idOf(rental.subscription.latest_invoice));
});
afterEach(() => account.close());

const lineOf = (amount: number): string => invoice.lines.data.find((line) => line.amount === amount)?.id ?? '';
const credit = (lines: [string, number][]) =>
  account.stripe.creditNotes.create({
    invoice: invoice.id,
    lines: lines.map(([id, amount]) => ({ type: 'invoice_line_item', invoice_line_item: id, amount })),
    out_of_band_amount: lines.reduce((sum, [, amount]) => sum + amount, 0),
  });

test('the second line does not exist: the error names the second', async () => {
  const { param } = await refusalOf(
    credit([
      [lineOf(9900), 100],
      ['il_none', 100],
    ]),
  );
  expect(param).toBe('lines[1][invoice_line_item]');
});

test('a line is credited no further than its amount, though the invoice has room', async () => {
  await credit([[lineOf(9900), 9000]]);
  expect(
    (
      await refusalOf(
        credit([
          [lineOf(17_600), 100],
          [lineOf(9900), 901],
        ]),
      )
    ).param,
  ).toBe('lines[1][amount]');
  await credit([[lineOf(9900), 900]]);
  await refusalOf(credit([[lineOf(9900), 1]]));
  expect((await account.stripe.creditNotes.list({ invoice: invoice.id })).data.map(({ amount }) => amount)).toEqual([
    900, 9000,
  ]);
});

test('one credit note names a line twice: both amounts count', async () => {
  const twice = credit([
    [lineOf(9900), 9000],
    [lineOf(9900), 901],
  ]);
  expect((await refusalOf(twice)).message).toContain('greater than what is left of the line');
});
