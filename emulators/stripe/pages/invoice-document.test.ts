import type { Stripe } from 'stripe';
import type { AccountSettings } from '../state/account';
import { openTestAccount, type TestAccount } from '../testing/test-account';

const issuer = {
  name: '株式会社リース',
  address: '東京都千代田区1-1',
  telephone: '03-1111-2222',
  number: 'T1234567890123',
};
const settings: Partial<AccountSettings> = {
  accountName: issuer.name,
  accountPlace: [issuer.address, `TEL ${issuer.telephone}`],
  taxId: issuer.number,
  taxRounding: 'invoice',
};
const rates = {
  consumption: { display_name: '消費税', percentage: 10, inclusive: true },
  untaxed: { display_name: '不課税', percentage: 0, inclusive: true },
};
let account: TestAccount;
afterEach(() => account.close());

async function monthlyPrice(name: string, unit_amount: number): Promise<string> {
  const product = await account.stripe.products.create({ name });
  const made = await account.stripe.prices.create({
    product: product.id,
    currency: 'jpy',
    unit_amount,
    tax_behavior: 'inclusive',
    recurring: { interval: 'month' },
  });
  return made.id;
}

/** The paid first invoice of a customer with four devices, at the consumption tax's rate if there is a rate. */
async function paidInvoice(hasRate = true, dashboard: Partial<AccountSettings> = settings) {
  account = await openTestAccount({ settings: dashboard });
  const { stripe } = account;
  const { id: customer } = await stripe.customers.create({ name: '青山商会' });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const made = await stripe.subscriptions.create({
    customer,
    items: [
      { price: await monthlyPrice('1台目', 9_900), quantity: 1 },
      { price: await monthlyPrice('2〜4台目', 8_800), quantity: 3 },
    ],
    default_payment_method: card.id,
    ...(hasRate && { default_tax_rates: [(await stripe.taxRates.create(rates.consumption)).id] }),
    expand: ['latest_invoice'],
  });
  return made.latest_invoice as Stripe.Invoice;
}

/** The texts of a PDF in the order in which they are drawn: UTF-16 in hexadecimal. */
async function textsOf(url: string | null | undefined): Promise<string[]> {
  const file = await (await fetch(String(url))).text();
  return Array.from(file.matchAll(/<([0-9a-f]+)> Tj/g), ([, hex = '']) =>
    (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join(''),
  );
}
const after = (texts: string[], name: string): string | undefined => texts[texts.indexOf(name) + 1];

test('the PDF has the six items of a qualified invoice (National Tax Agency, tax answer No. 6625)', async () => {
  const texts = await textsOf((await paidInvoice()).invoice_pdf);
  // 1: name and registration number of the issuer
  expect(texts).toContain(issuer.name);
  expect(after(texts, '登録番号')).toBe(issuer.number);
  // 2: date of the transaction
  expect(after(texts, '発行日')).toBe('2026年11月21日');
  expect(texts.some((text) => text.includes('2026年11月21日〜2026年12月21日'))).toBe(true);
  // 3: what was supplied (nothing here has the reduced rate)
  expect(texts).toEqual(expect.arrayContaining(['1台目', '2〜4台目']));
  // 4: sum for each rate, with the rate; 5: tax for each rate
  expect(after(texts, '10%対象（税込）')).toBe('36,300円');
  expect(after(texts, 'うち消費税（10%）')).toBe('3,300円');
  // 6: who receives it
  expect(texts).toContain('青山商会 様');
  expect(texts).toEqual(expect.arrayContaining([issuer.address, `TEL ${issuer.telephone}`]));
});

test('a subscription without a rate: the invoice has no tax, neither as an object nor on paper', async () => {
  const invoice = await paidInvoice(false);
  expect([invoice.total, invoice.total_taxes, invoice.total_excluding_tax]).toEqual([36_300, [], 36_300]);
  expect((await textsOf(invoice.invoice_pdf)).join()).not.toMatch(/消費税|10%/);
});

test('an account without a number: no registration number on paper', async () => {
  const { taxId: _none, ...without } = settings;
  const invoice = await paidInvoice(true, without);
  expect(invoice.account_tax_ids).toBeNull();
  expect(await textsOf(invoice.invoice_pdf)).not.toContain('登録番号');
});

test('an invoice item keeps its own rate beside that of the subscription, and is taxed apart', async () => {
  const first = await paidInvoice();
  const { stripe } = account;
  const untaxed = await stripe.taxRates.create(rates.untaxed);
  const subscription = first.parent?.subscription_details?.subscription as string;
  await stripe.invoiceItems.create({
    customer: first.customer as string,
    subscription,
    amount: 435,
    currency: 'jpy',
    description: '遅延損害金',
    discountable: false,
    tax_rates: [untaxed.id],
  });
  await account.advanceDays(31);
  const [next] = (await stripe.invoices.list({ subscription })).data;
  expect(next?.total).toBe(36_735);
  expect(next?.total_taxes?.map(({ amount, taxable_amount: base }) => [amount, base])).toEqual([
    [0, 435],
    [3_300, 33_000],
  ]);
  const texts = await textsOf(next?.invoice_pdf);
  expect(after(texts, '不課税')).toBe('435円');
  expect(after(texts, '10%対象（税込）')).toBe('36,300円');
  expect(texts).toContain('遅延損害金');
});
