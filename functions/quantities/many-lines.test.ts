import { idOf } from '#functions/platform/stripe/client';
import { previewNext } from '#functions/billing/preview-next';
import { readCreditNote } from '#functions/documents/read-credit-note';
import { startPaymentServices } from '#functions/testing/payment-services';
import { createOtherPrice, createSubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { endingCosts } from '#functions/endings/preview-ending';
import { requireSubscription } from '#functions/billing/live-subscription';
import { previewQuantities } from './preview-quantities';

const services = testServices(startPaymentServices);
const monthly = 18_700 + 10 * 1_100;
let id: string;

/** A subscription of two devices and ten other products: more lines than Stripe puts into an invoice. */
beforeEach(async () => {
  const owner = await services.createOwner();
  const others = await Promise.all(Array.from({ length: 10 }, () => createOtherPrice(services)));
  const shop = await createSubscribedShop(services, owner, {
    total: 2,
    others: others.map((price) => ({ price, quantity: 1 })),
  });
  id = shop.subscriptionId;
});

test('the preview of a change shows every line of the month', async () => {
  const { monthly: month, nextInvoice } = await previewQuantities(id, { quantities: {}, total: 3 });
  expect(month.lines).toHaveLength(12);
  expect(month.total).toBe(monthly + 8_800);
  expect(nextInvoice.amount).toBe(monthly + 8_800);
});

test('the next charge is explained line by line', async () => {
  const { customerId } = await requireSubscription(id, {});
  const next = await previewNext(customerId, { id, cancel_at_period_end: false });
  expect(next?.lines).toHaveLength(12);
  expect(next?.amount).toBe(monthly);
});

test('an item of staff without a description has a name, is charged once, and is no part of a month', async () => {
  const { customerId } = await requireSubscription(id, {});
  await services.stripe.invoiceItems.create({ customer: customerId, subscription: id, amount: 500, currency: 'jpy' });
  const more = await previewQuantities(id, { quantities: {}, total: 3 });
  expect(more.dueNowLines).toContainEqual({ description: 'その他の項目', quantity: 1, amount: 500 });
  expect([more.nextInvoice.amount, more.monthly.total]).toEqual([monthly + 8_800, monthly + 8_800]);
  const { ways } = await endingCosts(await requireSubscription(id, {}), {});
  expect(ways.map(({ charges }) => charges.map(({ amount }) => amount))).toEqual([[500], [500]]);
  const next = await previewNext(customerId, { id, cancel_at_period_end: false });
  expect(next?.lines.find(({ kind }) => kind === 'extra')).toMatchObject({ name: 'その他の項目', amount: 500 });
});

test('a credit note of every line is read with all of them', async () => {
  const { stripe } = services;
  const invoice = idOf((await stripe.subscriptions.retrieve(id)).latest_invoice) ?? '';
  const { data } = await stripe.invoices.listLineItems(invoice, { limit: 100 });
  const note = await stripe.creditNotes.create({
    invoice,
    lines: data.map((line) => ({ type: 'invoice_line_item', invoice_line_item: line.id, amount: line.amount })),
    credit_amount: monthly,
  });
  const { lines } = await readCreditNote(note.id);
  expect(lines).toHaveLength(12);
  expect(lines.reduce((left, line) => left + line.amount, 0)).toBe(-monthly);
});
