import type { EndingPreview, EndingReceipt } from '#shared/model/ending-plan';
import { listNotices } from '../../adapters/users-table/notices';
import { tellEnded } from '../../domain/endings/tell-ended';
import { renewSnapshot } from '../../domain/shops/renew-snapshot';
import { startPaymentServices, type ShopOwner } from '../../testing/payment-services';
import { createSubscribedShop, type SubscribedShop } from '../../testing/subscribed-shop';
import { testServices } from '../../testing/test-services';
import { handler as cancelSubscription } from '../billing/cancel-subscription';
import { handler as setAutoRenewal } from '../billing/set-auto-renewal';
import { handler as getReceipt } from './get-ending-receipt';
import { handler as planEnding } from './plan-ending';
import { handler as previewEnding } from './preview-ending';
import { handler as takeBackEnding } from './take-back-ending';

/** Different ends of one subscription at the same time: what Stripe has, the receipt and the mails say the same. */
const services = testServices(startPaymentServices);
let owner: ShopOwner;
let shop: SubscribedShop;
let shown: EndingPreview;

beforeEach(async () => {
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 2 });
  shown = (await send(previewEnding, 'GET')).body as unknown as EndingPreview;
});

const send = (handler: typeof planEnding, method: 'GET' | 'POST' | 'DELETE', body?: unknown) =>
  owner.browser.send(handler, {
    method,
    path: '/api',
    params: { id: shop.subscriptionId },
    ...(body !== undefined && { body }),
  });
/** Asks for one of the ends that a screen shows; `planned`: the end that it showed as planned. */
function order(index: number, planned: number | null = shown.planned) {
  const choice = shown.choices[index];
  if (!choice) throw new Error(`There is no choice ${index}`);
  const endsAt = choice.way === 'now' ? null : choice.endsAt;
  return send(planEnding, 'POST', { endsAt, seen: { total: choice.total, owed: shown.owed, planned } });
}
const receipt = async () => (await send(getReceipt, 'GET')).body as unknown as EndingReceipt;
const live = () => services.stripe.subscriptions.retrieve(shop.subscriptionId);
const mails = async () =>
  (await listNotices(Math.floor(services.clock.now() / 1000)))
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'ordered');

/** The kept receipt is the one of the end that Stripe has. */
async function expectAgreement(): Promise<void> {
  const { state, endsAt, atOnce } = await receipt();
  const { status, cancel_at: cancelAt } = await live();
  expect({ state, atOnce }).toEqual(
    status === 'canceled' ? { state: 'ended', atOnce: true } : { state: 'planned', atOnce: false },
  );
  if (status !== 'canceled') expect(endsAt).toBe(cancelAt);
}

test.each([
  ['now and the end of the period', 0, 1],
  ['the end of the period and a later one', 1, 3],
  ['two later ones', 2, 4],
  ['a later one and now', 3, 0],
])('%s at once: one wins, the other is refused, and there is one receipt and one mail', async (_what, one, other) => {
  const responses = await Promise.all([order(one), order(other)]);
  expect(responses.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409]);
  const won = responses.find(({ status }) => status === 200)?.body as { receipt: EndingReceipt } | undefined;
  expect(won?.receipt.number).toBe((await receipt()).number);
  expect(await mails()).toHaveLength(1);
  await expectAgreement();
});

test('five ends at once: one wins', async () => {
  const responses = await Promise.all([1, 2, 3, 4, 5].map((index) => order(index)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  await expectAgreement();
});

test('the calls of the specification at once with the planner: Stripe and the receipt agree', async () => {
  await Promise.all([order(3), send(setAutoRenewal, 'POST')]);
  if ((await live()).cancel_at !== null) await expectAgreement();
  await Promise.all([send(cancelSubscription, 'POST'), order(4, (await live()).cancel_at)]);
  await expectAgreement();
});

test('an end and its withdrawal at once: planned, or taken back, and the receipt says which', async () => {
  await order(1);
  await Promise.all([order(3, (await live()).cancel_at), send(takeBackEnding, 'DELETE')]);
  const { cancel_at: cancelAt } = await live();
  expect((await receipt()).state).toBe(cancelAt === null ? 'withdrawn' : 'planned');
  if (cancelAt !== null) await expectAgreement();
});

test('a screen that does not know of the planned end: refused; one that does replaces it', async () => {
  expect((await order(3)).status).toBe(200);
  expect(await order(1)).toMatchObject({ status: 409, body: { code: 'ENDING_CHANGED' } });
  expect((await order(1, (await live()).cancel_at)).status).toBe(200);
  await expectAgreement();
});

test('the response is lost, and the same end asked for again by the same screen: the same receipt', async () => {
  const first = (await order(3)).body as { receipt: EndingReceipt };
  expect(await order(3)).toMatchObject({ status: 200, body: { receipt: { number: first.receipt.number } } });
});

test('cut off before Stripe was asked for another end: the one before keeps its receipt, to its day', async () => {
  const first = (await order(2)).body as { receipt: EndingReceipt };
  const { cancel_at: cancelAt } = await live();
  services.inject((service, operation) =>
    service === 'stripe' && operation.startsWith('POST /v1/subscriptions') ? 'down' : 'pass',
  );
  expect((await order(3, cancelAt)).status).toBe(503);
  services.clearFaults();
  expect(await receipt()).toMatchObject({ state: 'planned', number: first.receipt.number });
  services.clock.advance(70 * 86_400_000);
  await renewSnapshot(owner.userId, shop.customerId);
  await tellEnded(owner.userId, shop.customerId, shop.subscriptionId);
  expect(await receipt()).toMatchObject({ state: 'ended', number: first.receipt.number });
});
