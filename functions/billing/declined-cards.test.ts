import type { Stripe } from 'stripe';
import { createSetupIntent } from './calls';
import { createShopWithSubscription } from '#functions/openings/calls';
import { readMissedEvents } from '#functions/events/read-missed-events';
import { deliverEvent } from '#functions/testing/deliver-events';
import { startPaymentServices, subscribedBody, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscriptionCard } from '#functions/testing/save-card';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});

const insufficientFunds = '4000000000009995';
const secretOf = async (): Promise<string> =>
  String((await owner.browser.post(createSetupIntent)).body['clientSecret']);
const decline = (secret: string) =>
  createSubscriptionCard(services, secret, insufficientFunds).then(
    () => 'saved',
    (error: Error) => (error.message.includes('setup_intent_unexpected_state') ? 'refused' : 'declined'),
  );

const seen = new Set<string>();
const failures = async (): Promise<Stripe.Event[]> =>
  (await services.stripe.events.list({ type: 'setup_intent.setup_failed', limit: 100 })).data.toReversed();
/** Stripe delivers its undelivered events. */
async function deliver(): Promise<void> {
  for (const event of await failures()) {
    if (seen.has(event.id)) continue;
    seen.add(event.id);
    expect((await deliverEvent(services, event)).status).toBe(200);
  }
}

test('60 stolen cards with one client secret: ten are tried, then it stops working and no other is made', async () => {
  const secret = await secretOf();
  const outcomes: string[] = [];
  for (let tried = 0; tried < 60; tried += 1) {
    outcomes.push(await decline(secret));
    await deliver();
  }
  expect(outcomes).toEqual([...Array(10).fill('declined'), ...Array(50).fill('refused')]);
  const { status, body } = await owner.browser.post(createSetupIntent);
  expect([status, body]).toEqual([429, expect.objectContaining({ code: 'TOO_MANY_ATTEMPTS', retryAfter: 3600 })]);
  services.clock.advance(3_600_000);
  expect((await owner.browser.post(createSetupIntent)).status).toBe(200);
});

test('client secrets made before the limit: each accepts at most one more card', async () => {
  const secrets = [await secretOf(), await secretOf(), await secretOf()];
  for (let tried = 0; tried < 10; tried += 1) {
    await decline(secrets[0] ?? '');
    await deliver();
  }
  for (const secret of secrets.slice(1)) {
    expect(await decline(secret)).toBe('declined');
    await deliver();
    expect(await decline(secret)).toBe('refused');
  }
});

test('a trial’s client secret counts for its owner; a repeated event counts once', async () => {
  const { body } = await owner.browser.post(createShopWithSubscription, subscribedBody());
  for (let tried = 0; tried < 9; tried += 1) await decline(String(body['clientSecret']));
  await deliver();
  seen.clear();
  await deliver();
  expect((await owner.browser.post(createSetupIntent)).status).toBe(200);
  await decline(String(body['clientSecret']));
  await deliver();
  expect((await owner.browser.post(createSetupIntent)).status).toBe(429);
  expect(await decline(String(body['clientSecret']))).toBe('refused');
});

test('the webhook missed the events: the job that reads missed events counts them', async () => {
  const secret = await secretOf();
  for (let tried = 0; tried < 10; tried += 1) await decline(secret);
  await readMissedEvents(Date.now() + 60_000);
  await doTasks({ sweep: false });
  expect((await owner.browser.post(createSetupIntent)).status).toBe(429);
  expect(await decline(secret)).toBe('refused');
});
