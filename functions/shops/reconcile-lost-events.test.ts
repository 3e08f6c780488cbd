import { createShopWithSubscription } from '#functions/openings/calls';
import { findDocument } from '#functions/documents/documents-table';
import { dailyDigest } from '#functions/jobs';
import { deliverEvents } from '#functions/testing/deliver-events';
import { startPaymentServices, subscribedBody, type ShopOwner } from '#functions/testing/payment-services';
import { runJob } from '#functions/testing/run-job';
import { createSubscriptionCard } from '#functions/testing/save-card';
import { createSubscribedShop } from '#functions/testing/subscribed';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { listShops } from './calls';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => (owner = await services.createOwner()));

async function digest(): Promise<void> {
  await runJob(dailyDigest);
  await doTasks();
}

/** What `find` finds after each of some days, with a digest in the night after `happens`. */
async function overDays<T>(days: number, happens: (nth: number) => unknown, find: () => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  for (let nth = 0; nth < days; nth += 1) {
    services.clock.advance(86_400_000);
    await happens(nth);
    await digest();
    found.push(await find());
  }
  return found;
}

/** The owner opens the list of shops, which reads those from Stripe that were not read for a day. */
async function look(): Promise<void> {
  expect((await owner.browser.get(listShops)).status).toBe(200);
}

/** A shop whose documents are all kept, and then a credit note without an event. Resolves to its id. */
async function loseCreditNote(): Promise<string> {
  const { customerId } = await createSubscribedShop(services, owner, { total: 3 });
  await deliverEvents(services);
  await digest();
  const [invoice] = (await services.stripe.invoices.list({ customer: customerId })).data;
  const [line] = invoice?.lines.data ?? [];
  const note = await services.stripe.creditNotes.create({
    invoice: invoice?.id ?? '',
    lines: [{ type: 'invoice_line_item', invoice_line_item: line?.id ?? '', amount: 900 }],
    credit_amount: 900,
  });
  return note.id;
}

const isKept = (id: string) => async () => (await findDocument(owner.userId, id)) !== undefined;

test.each([
  ['that nobody looks at', () => undefined],
  ['whose owner looks each day', look],
])('the document of a lost event, of a shop %s: there on the third day', async (_what, happens) => {
  const id = await loseCreditNote();
  expect(await overDays(3, happens, isKept(id))).toEqual([false, false, true]);
});

test('the shop can be read, its document cannot: it is there on the next day', async () => {
  const id = await loseCreditNote();
  const fail = (nth: number) =>
    services.inject((_, asked) => (nth === 2 && asked.startsWith('GET /v1/credit_notes/') ? 'down' : 'pass'));
  expect(await overDays(4, fail, isKept(id))).toEqual([false, false, false, true]);
});

test('the card of a trial, whose event was lost and whose owner looks each day: it pays on the third day', async () => {
  const { body } = await owner.browser.post(createShopWithSubscription, subscribedBody());
  await digest();
  const card = await createSubscriptionCard(services, String(body['clientSecret']), '4242424242424242');
  const payingCard = async () =>
    (await services.stripe.subscriptions.retrieve(String(body['subscriptionId']))).default_payment_method;
  expect(await overDays(3, look, payingCard)).toEqual([null, null, card]);
});
