import type { Stripe } from 'stripe';
import { catalogue } from '#shared/model/catalogue';
import type { DocumentContent } from '#shared/model/document';
import { dayInJapan } from '#shared/model/japan-time';
import { numbers } from '../../local/testing/random';
import { readObject } from '../adapters/documents/archive';
import { findDocument } from '../adapters/documents/index-table';
import { deliverEvents } from '../testing/deliver-events';
import { startPaymentServices, type ShopOwner } from '../testing/payment-services';
import { runJob } from '../testing/run-job';
import { createSubscribedShop, setCard, type SubscribedShop } from '../testing/subscribed-shop';
import { testServices } from '../testing/test-services';
import { handler } from './archive-documents';

const issuer = { accountName: 'レボナイザー株式会社', taxId: 'T7123456789012', taxRounding: 'invoice' } as const;
const services = testServices(() => startPaymentServices(issuer, { documents: true }));
const next = numbers(20_270_115);
const oneOf = <T>(...choices: T[]): T => choices[Math.floor(next() * choices.length)] as T;
const day = 86_400_000;

const invoicesOf = async ({ customerId }: SubscribedShop): Promise<Stripe.Invoice[]> =>
  (await services.stripe.invoices.list({ customer: customerId, limit: 100 })).data;

/** What happens to a shop within a month, by chance: more or fewer devices, late, paid late, void, a promotion. */
const events: ((shop: SubscribedShop) => Promise<unknown>)[] = [
  async ({ subscriptionId }) => {
    const { items } = await services.stripe.subscriptions.retrieve(subscriptionId);
    const second = items.data.find(({ price }) => price.lookup_key === catalogue[1]?.lookupKey);
    if (!second) return undefined;
    return services.stripe.subscriptions.update(subscriptionId, {
      items: [{ id: second.id, quantity: oneOf(1, 2, 3) }],
      proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
    });
  },
  ({ customerId }) =>
    services.stripe.customers.update(customerId, { invoice_settings: { default_payment_method: '' } }),
  (shop) => setCard(services, shop.customerId, 'pm_card_visa'),
  async (shop) => {
    const open = (await invoicesOf(shop)).find(({ status }) => status === 'open');
    return open && services.stripe.invoices.voidInvoice(open.id);
  },
  async ({ subscriptionId }) => {
    const coupon = await services.stripe.coupons.create({ amount_off: 1_000, currency: 'jpy', duration: 'once' });
    return services.stripe.subscriptions.update(subscriptionId, { discounts: [{ coupon: coupon.id }] });
  },
];

async function settle(): Promise<void> {
  await services.emulator.tick();
  await deliverEvents(services);
  await runJob(handler);
}

/** The texts of the emulator's PDF in the order in which they are drawn: UTF-16 in hexadecimal. */
const textsOf = (pdf: string): string[] =>
  Array.from(pdf.matchAll(/<([0-9a-f]+)> Tj/g), ([, hex = '']) =>
    (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join(''),
  );
const yen = (amount: number): string => `${amount.toLocaleString('ja-JP')}円`;

/** The six items of a qualified invoice (National Tax Agency, tax answer No. 6625), read from the archived PDF. */
function expectSixItems(texts: readonly string[], { date, taxes, lines, recipient }: DocumentContent): void {
  const after = (name: string): string | undefined => texts[texts.indexOf(name) + 1];
  expect(texts).toContain(issuer.accountName);
  expect(after('登録番号')).toBe(issuer.taxId);
  expect(after('発行日')).toBe(dayInJapan(Date.parse(`${date}T00:00:00+09:00`) / 1000));
  for (const { name } of lines) expect(texts).toContain(name);
  for (const { rate, taxed, amount } of taxes) {
    expect(after(`${rate}%対象（税込）`)).toBe(yen(taxed));
    expect(after(`うち消費税（${rate}%）`)).toBe(yen(amount));
  }
  expect(texts).toContain(`${recipient.name} 様`);
}

async function expectArchived(owner: ShopOwner, invoice: Stripe.Invoice): Promise<void> {
  const row = await findDocument(owner.userId, invoice.id);
  const content = JSON.parse(await readObject(row?.content ?? '')) as DocumentContent;
  expect(row).toMatchObject({ number: invoice.number, state: invoice.status, amount: content.amount });
  expect(content).toMatchObject({
    total: invoice.total,
    amountDue: invoice.amount_due,
    startingBalance: invoice.starting_balance,
  });
  expect(content.lines.reduce((sum, line) => sum + line.amount - line.discount, 0)).toBe(invoice.total);
  expect(content.taxes.reduce((sum, tax) => sum + tax.amount, 0)).toBe(
    (invoice.total_taxes ?? []).reduce((sum, tax) => sum + tax.amount, 0),
  );
  expectSixItems(textsOf(await readObject(row?.pdf ?? '')), content);
}

test('shops with random months: the archive equals Stripe, and each PDF in it has the six items', async () => {
  const owner = await services.createOwner();
  const shops: SubscribedShop[] = [];
  for (let made = 0; made < 6; made += 1)
    shops.push(await createSubscribedShop(services, owner, { total: 3, ...(made % 3 === 0 && { trialDays: 10 }) }));
  await settle();
  for (let month = 0; month < 3; month += 1) {
    services.clock.advance(12 * day);
    for (const shop of shops) await oneOf(...events)(shop);
    await settle();
    services.clock.advance(19 * day);
    await settle();
  }
  const invoices = (await Promise.all(shops.map(invoicesOf))).flat().filter(({ status }) => status !== 'draft');
  expect(invoices.length).toBeGreaterThan(20);
  for (const invoice of invoices) await expectArchived(owner, invoice);
});
