import type { Stripe } from 'stripe';
import type { ShopRecord } from '#shared/model/customer';
import type { EndingReceipt } from '#shared/model/ending-plan';
import { listNotices, type NoticeItem } from '../../adapters/users-table/notices';
import { noticeMail } from '../../domain/mails/notices';
import { tellEnded } from '../../domain/endings/tell-ended';
import { endingCalls } from '../../testing/ending-calls';
import { startPaymentServices, type ShopOwner } from '../../testing/payment-services';
import { createSubscribedShop, setCard, type ShopWish, type SubscribedShop } from '../../testing/subscribed-shop';
import { testServices } from '../../testing/test-services';
import { handler as cancelSubscription } from '../billing/cancel-subscription';
import { handler as setAutoRenewal } from '../billing/set-auto-renewal';
import { handler as getReceipt } from './get-ending-receipt';
import { handler as planEnding } from './plan-ending';
import { handler as takeBackEnding } from './take-back-ending';

const services = testServices(startPaymentServices);
let owner: ShopOwner;
let shop: SubscribedShop;

beforeEach(async () => {
  owner = await services.createOwner();
});
afterEach(() => void delete process.env['ENFORCES_NOTICE']);

const day = 86_400_000;
const begin = async (wish: ShopWish = { total: 2 }): Promise<void> => {
  shop = await createSubscribedShop(services, owner, wish);
};
const { send, preview, choose } = endingCalls(() => ({ owner, shop }));
const receipt = async (): Promise<EndingReceipt> => (await send(getReceipt, 'GET')).body as unknown as EndingReceipt;
const live = (): Promise<Stripe.Subscription> => services.stripe.subscriptions.retrieve(shop.subscriptionId);
/** The kinds of the mails since the order, which has a mail of its own. */
const mails = async (): Promise<string[]> =>
  (await listNotices(Math.floor(services.clock.now() / 1000)))
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'ordered');

test('the ways side by side: charges to come, what is not refunded, the box and the return', async () => {
  await begin();
  services.clock.advance(10 * day);
  const { choices, devices, owed, planned } = await preview();
  expect({ devices, owed, planned, ways: choices.length }).toEqual({ devices: 2, owed: 0, planned: null, ways: 14 });
  const [now, period, next, third] = choices;
  const paidRest = Math.round((9_900 * 21) / 31) + Math.round((8_800 * 21) / 31);
  expect(now).toMatchObject({ way: 'now', charges: [], total: 0, unrefunded: paidRest });
  expect(period).toMatchObject({ way: 'period', total: 0, unrefunded: 0 });
  expect(next).toMatchObject({ way: 'later', total: 18_700, charges: [{ at: period?.endsAt, amount: 18_700 }] });
  expect(third).toMatchObject({ way: 'later', total: 37_400 });
  expect((now?.boxBy ?? 0) - (now?.endsAt ?? 0)).toBe(7 * 86_400);
});

test('a subscription whose first payment is open: nothing was shipped, so nothing goes back', async () => {
  await begin({ total: 2, card: 'pm_card_chargeCustomerFail' });
  const { devices, choices } = await preview();
  expect({ devices, ways: choices.map(({ way }) => way) }).toEqual({ devices: 0, ways: ['now'] });
});

test('a later end: planned, charged as shown, and ended on its day; the owner is told of both', async () => {
  await begin();
  const { choice, order } = await choose(3);
  const response = await send(planEnding, 'POST', order);
  expect(response).toMatchObject({ status: 200, body: { receipt: { state: 'planned', endsAt: choice.endsAt } } });
  expect((response.body as { shop: ShopRecord }).shop.subscriptions[0]).toMatchObject({
    cancel_at_period_end: false,
    ends_at: choice.endsAt,
  });
  expect(await mails()).toEqual(['will-end']);
  services.clock.advance(100 * day);
  expect(await live()).toMatchObject({ status: 'canceled', ended_at: choice.endsAt });
  const { data } = await services.stripe.invoices.list({ subscription: shop.subscriptionId });
  expect(data.reduce((sum, one) => sum + one.amount_paid, 0)).toBe(18_700 + order.seen.total);
  for (let times = 0; times < 2; times += 1) await tellEnded(owner.userId, shop.customerId, shop.subscriptionId);
  expect(await mails()).toEqual(['ended']);
});

test('at once: ended with its receipt; a repeat gets the same one, and Stripe’s event adds no notice', async () => {
  await begin();
  const { order } = await choose(0);
  const [first, second] = [await send(planEnding, 'POST', order), await send(planEnding, 'POST', order)];
  expect(first).toMatchObject({ status: 200, body: { receipt: { state: 'ended', atOnce: true } } });
  expect((second.body as { receipt: EndingReceipt }).receipt.number).toBe((await receipt()).number);
  await tellEnded(owner.userId, shop.customerId, shop.subscriptionId);
  expect(await mails()).toEqual(['ended']);
  const notice = (await listNotices(Math.floor(services.clock.now() / 1000))).find(({ kind }) => kind === 'ended');
  const contact = { company: '株式会社見本', address: '東京都', telephone: '03-0000-0000', hours: '平日' };
  const { html } = noticeMail(notice as Exclude<NoticeItem, { kind: 'invoice-address' }>, {
    origin: 'https://portal.example.jp',
    contact,
  });
  expect(html).toContain(`受付番号: ${(await receipt()).number}`);
  expect(html).toContain(`https://portal.example.jp/subscription/${shop.subscriptionId}/end/receipt`);
  expect(await preview()).toMatchObject({ choices: [] });
});

test.each([0, 1, 3])('the end %i is asked for twice at once: one receipt number, one mail', async (index) => {
  await begin();
  const { order } = await choose(index);
  const responses = await Promise.all([send(planEnding, 'POST', order), send(planEnding, 'POST', order)]);
  const numbers = responses.map(({ body }) => (body as { receipt: EndingReceipt }).receipt.number);
  expect(numbers).toEqual([(await receipt()).number, (await receipt()).number]);
  expect(await mails()).toHaveLength(1);
});

test('taken back before its day: the subscription continues, and the receipt says so', async () => {
  await begin();
  await send(planEnding, 'POST', (await choose(2)).order);
  expect(await send(takeBackEnding, 'DELETE')).toMatchObject({ status: 200 });
  expect(await live()).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
  expect(await receipt()).toMatchObject({ state: 'withdrawn' });
  expect(await mails()).toEqual(expect.arrayContaining(['will-end', 'end-withdrawn']));
  expect(await send(takeBackEnding, 'DELETE')).toMatchObject({ status: 200 });
  expect(await mails()).toHaveLength(2);
});

test('another end than before replaces it, with a receipt of its own', async () => {
  await begin();
  await send(planEnding, 'POST', (await choose(3)).order);
  const before = await receipt();
  const { choice, order } = await choose(1);
  await send(planEnding, 'POST', order);
  expect(await live()).toMatchObject({ cancel_at: choice.endsAt, cancel_at_period_end: true });
  expect((await receipt()).number).not.toBe(before.number);
});

test('the calls of the specification keep a receipt too', async () => {
  await begin();
  await owner.browser.send(setAutoRenewal, { method: 'POST', path: '/api', params: { id: shop.subscriptionId } });
  expect(await receipt()).toMatchObject({ state: 'planned', atOnce: false, total: null });
  await owner.browser.send(cancelSubscription, { method: 'POST', path: '/api', params: { id: shop.subscriptionId } });
  expect(await receipt()).toMatchObject({ state: 'ended', atOnce: true });
  expect(await mails()).toEqual(expect.arrayContaining(['will-end', 'ended']));
});

test('it costs something else than was shown, or cannot be had: refused, nothing planned', async () => {
  await begin();
  const { order } = await choose(2);
  for (const changed of [
    { ...order, seen: { ...order.seen, total: order.seen.total + 1 } },
    { ...order, seen: { ...order.seen, owed: 1 } },
    { ...order, endsAt: (order.endsAt ?? 0) + 1 },
  ])
    expect(await send(planEnding, 'POST', changed)).toMatchObject({ status: 409, body: { code: 'ENDING_CHANGED' } });
  expect(await live()).toMatchObject({ cancel_at: null });
  expect(await send(getReceipt, 'GET')).toMatchObject({ status: 404, body: { code: 'RECEIPT_NOT_FOUND' } });
});

test('a late payment: owed whatever is chosen, and no later end', async () => {
  await begin();
  await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
  services.clock.advance(32 * day);
  expect(await preview()).toMatchObject({ owed: 18_700, choices: [{ way: 'now' }, { way: 'period' }] });
  const { order } = await choose(0);
  expect(await send(planEnding, 'POST', order)).toMatchObject({ status: 200, body: { receipt: { owed: 18_700 } } });
});

test('the stage enforces the notice: only ends after it, and at once is refused', async () => {
  await begin();
  process.env['ENFORCES_NOTICE'] = 'true';
  services.clock.advance(10 * day);
  expect((await preview()).choices[0]).toMatchObject({ way: 'later' });
  expect(await send(planEnding, 'POST', { endsAt: null, seen: { total: 0, owed: 0 } })).toMatchObject({
    status: 409,
    body: { code: 'NOTICE_REQUIRED' },
  });
});

test('Stripe acted and its response was lost: the repeat has the receipt that was kept before', async () => {
  await begin();
  const { order } = await choose(0);
  let lost = 0;
  services.inject((_service, operation) => {
    if (!operation.startsWith('DELETE /v1/subscriptions') || lost >= 2) return 'pass';
    lost += 1;
    return 'lost';
  });
  await send(planEnding, 'POST', order);
  services.clearFaults();
  expect(await send(planEnding, 'POST', order)).toMatchObject({ status: 200, body: { receipt: { state: 'ended' } } });
  expect(await mails()).toEqual(['ended']);
});
