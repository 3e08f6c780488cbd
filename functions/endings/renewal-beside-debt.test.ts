import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { lateMails } from '#functions/testing/late-mails';
import { logger } from '#functions/platform/logger';
import { createSubscribedShop, setCard, type SubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { setAutoRenewal } from './calls';
import { listDunning } from '#functions/billing/dunning-table';
import { continueDunning } from './dunning';

/** What stays of the planned end of a late payment that is paid then, mostly beside a renewal that is switched off. */
const services = testServices(() => startPaymentServices({}, { mails: true }));
const { runDay, doWork } = lateMails(services);
const day = 86_400_000;
const update = 'POST /v1/subscriptions/{subscription}';
let owner: ShopOwner;
let shop: SubscribedShop;
let endsAt: number;

const live = () => services.stripe.subscriptions.retrieve(shop.subscriptionId);
const advance = async (milliseconds: number): Promise<void> => {
  services.clock.advance(milliseconds);
  await services.emulator.tick();
};
const switchOff = () =>
  owner.browser.send(setAutoRenewal, {
    method: 'POST',
    path: '/api',
    params: { id: shop.subscriptionId },
    body: { autoRenewal: false },
  });
async function pay(): Promise<void> {
  await setCard(services, shop.customerId, 'pm_card_visa');
  for (const invoice of (await services.stripe.invoices.list({ customer: shop.customerId, status: 'open' })).data)
    await services.stripe.invoices.pay(invoice.id);
  await runDay();
}
/** Every day has its run, until so many days before the end. */
async function runUntil(left: number): Promise<void> {
  while (services.clock.now() < endsAt * 1000 - left * day) {
    await runDay();
    await advance(day);
  }
}

beforeEach(async () => {
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 3 });
  await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
  await advance(31 * day + day / 12);
  expect((await live()).status).toBe('past_due');
  endsAt = (await live()).items.data[0]?.current_period_end ?? 0;
});

test('the end is planned already: it stays when the debt is paid', async () => {
  await runUntil(2);
  expect((await live()).cancel_at).toBe(endsAt);
  expect(await switchOff()).toMatchObject({ status: 200 });
  await pay();
  expect((await live()).cancel_at).toBe(endsAt);
});

/** Stripe is down when the end is to be planned. */
async function planLater(): Promise<void> {
  await runUntil(5);
  services.inject((_service, operation) => (operation === update ? 'down' : 'pass'));
  await runDay();
  services.clearFaults();
  expect((await live()).cancel_at).toBeNull();
}

test('Stripe was down when the end was to be planned: it stays when the debt is paid', async () => {
  await planLater();
  expect(await switchOff()).toMatchObject({ status: 200 });
  await advance(day / 2);
  await doWork();
  await pay();
  expect((await live()).cancel_at).toBe(endsAt);
});

test('the end is planned at the same moment: it stays when the debt is paid', async () => {
  await planLater();
  const { subscriptionId } = shop;
  let ends: Promise<void> | undefined;
  let waits: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (waits = resolve));
  services.inject((_service, operation, { body }) => {
    if (ends && operation === 'PutItem' && String(body).includes('LEASE#')) waits();
    if (ends || operation !== update) return 'pass';
    // The switch has the lease: the task reads what is known, and waits.
    ends = continueDunning({ subscriptionId });
    return waiting.then(() => 'pass');
  });
  expect(await switchOff()).toMatchObject({ status: 200 });
  services.clearFaults();
  await ends;
  await advance(day / 2);
  await pay();
  expect((await live()).cancel_at).toBe(endsAt);
});

test('a run with the key of a wrong account: the planned end is known, and taken back once it is paid', async () => {
  await runUntil(2);
  expect((await live()).cancel_at).toBe(endsAt);
  const error = {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'id',
    message: 'No such subscription',
  };
  const unknown = { status: 404, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ error }) };
  services.inject((_service, operation) => (operation.startsWith('GET /v1/subscriptions/') ? unknown : 'pass'));
  const rang = jest.spyOn(logger, 'error').mockImplementation();
  await runDay();
  await advance(day / 2);
  await doWork();
  // Tried again before the next day, it would ring for the same a dozen times.
  expect(rang.mock.calls.map(([message]) => message)).toEqual([expect.stringMatching('Stripe knows no')]);
  services.clearFaults();
  await pay();
  expect([(await live()).cancel_at, await listDunning()]).toEqual([null, []]);
});
