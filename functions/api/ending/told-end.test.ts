import { returnTimes } from '#shared/model/ending';
import type { EndingPreview } from '#shared/model/ending-plan';
import { listNotices, type SubscriptionNotice } from '../../adapters/users-table/notices';
import { tellEnded } from '../../domain/endings/tell-ended';
import { renewSnapshot } from '../../domain/shops/renew-snapshot';
import { startPaymentServices, type ShopOwner } from '../../testing/payment-services';
import { createSubscribedShop, setCard, type ShopWish, type SubscribedShop } from '../../testing/subscribed-shop';
import { testServices } from '../../testing/test-services';
import { handler as getReceipt } from './get-ending-receipt';
import { handler as planEnding } from './plan-ending';
import { handler as previewEnding } from './preview-ending';

/** The mail of an end says what is so at the end, not what was so when the end was accepted. */
const services = testServices(startPaymentServices);
const day = 86_400;
let owner: ShopOwner;
let shop: SubscribedShop;
const now = (): number => Math.floor(services.clock.now() / 1000);

const begin = async (wish: ShopWish): Promise<void> => {
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, wish);
};

/** Accepts one of the ends that a screen shows, and returns its day. */
async function plan(index: number): Promise<number> {
  const request = { path: '/api', params: { id: shop.subscriptionId } };
  const { body } = await owner.browser.send(previewEnding, { method: 'GET', ...request });
  const { choices, owed } = body as unknown as EndingPreview;
  const { endsAt = 0, total = null } = choices[index] ?? {};
  const order = { endsAt, seen: { total, owed } };
  expect(await owner.browser.send(planEnding, { method: 'POST', ...request, body: order })).toMatchObject({
    status: 200,
  });
  return endsAt;
}

/** What the mail of the end says, after Stripe's event of it. */
async function told(): Promise<SubscriptionNotice['subscription'] | undefined> {
  await tellEnded(owner.userId, shop.customerId, shop.subscriptionId);
  const notices = (await listNotices(now())).filter(({ kind }) => kind === 'ended');
  expect(notices).toHaveLength(1);
  return notices.flatMap((notice) => ('subscription' in notice ? [notice.subscription] : []))[0];
}

test('staff end a subscription before its planned day: the mail has the day on which it ended', async () => {
  await begin({ total: 2 });
  const planned = await plan(3);
  services.clock.advance(5 * day * 1000);
  await services.stripe.subscriptions.cancel(shop.subscriptionId);
  const facts = await told();
  expect(facts?.endsAt).toBe(now());
  expect(facts?.endsAt).toBeLessThan(planned);
  expect(facts?.receiptNumber).toBeUndefined();
});

test('the receipt of an end that did not come no longer counts', async () => {
  await begin({ total: 2 });
  await plan(3);
  services.clock.advance(5 * day * 1000);
  await services.stripe.subscriptions.cancel(shop.subscriptionId);
  await renewSnapshot(owner.userId, shop.customerId);
  const request = { method: 'GET', path: '/api', params: { id: shop.subscriptionId } } as const;
  expect(await owner.browser.send(getReceipt, request)).toMatchObject({ status: 200, body: { state: 'withdrawn' } });
});

test('a trial that staff extended ends later: the box and the return count from its end', async () => {
  await begin({ total: 2, trialDays: 10 });
  const planned = await plan(1);
  await services.stripe.subscriptions.update(shop.subscriptionId, { trial_end: planned + 30 * day });
  await renewSnapshot(owner.userId, shop.customerId);
  services.clock.advance(41 * day * 1000);
  const facts = await told();
  expect(facts?.endsAt).toBe(planned + 30 * day);
  expect(returnTimes(facts?.endsAt ?? 0).boxBy).toBe(planned + 37 * day);
});

test('an end that the portal did not make has its day too', async () => {
  await begin({ total: 2 });
  await services.stripe.subscriptions.cancel(shop.subscriptionId);
  expect(await told()).toMatchObject({ endsAt: now(), owed: 0 });
});

test('what was late when the end was accepted and was paid since is not asked for again', async () => {
  await begin({ total: 2 });
  await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
  services.clock.advance(32 * day * 1000);
  await renewSnapshot(owner.userId, shop.customerId);
  const planned = await plan(1);
  await setCard(services, shop.customerId, 'pm_card_visa');
  const { data } = await services.stripe.invoices.list({ subscription: shop.subscriptionId, status: 'open' });
  for (const { id } of data) await services.stripe.invoices.pay(id);
  services.clock.advance((planned - now()) * 1000 + 1000);
  expect(await told()).toMatchObject({ endsAt: planned, owed: 0 });
});
