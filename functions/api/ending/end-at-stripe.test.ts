import type { EndingReceipt } from '#shared/model/ending-plan';
import type { Fault } from '../../../local/testing/functions';
import { listNotices, type SubscriptionNotice } from '../../adapters/users-table/notices';
import { deliverEvents } from '../../testing/deliver-events';
import { endingCalls } from '../../testing/ending-calls';
import { startPaymentServices, type ShopOwner } from '../../testing/payment-services';
import { createSubscribedShop, type SubscribedShop } from '../../testing/subscribed-shop';
import { testServices } from '../../testing/test-services';
import { handler as setAutoRenewal } from '../billing/set-auto-renewal';
import { handler as getReceipt } from './get-ending-receipt';
import { handler as planEnding } from './plan-ending';
import { handler as takeBackEnding } from './take-back-ending';

/** The kept end and Stripe's part: staff changed it there, a call was cut off, or Stripe's event was quicker. */
const services = testServices(startPaymentServices);
const minute = 60_000;
let owner: ShopOwner;
let shop: SubscribedShop;

beforeEach(async () => {
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 2 });
});

const { send, preview } = endingCalls(() => ({ owner, shop }));
/** What a screen sends that shows the ends as they are now and whose owner chooses one of them. */
async function chosen(index: number) {
  const { choices, owed, planned } = await preview();
  const { way, endsAt = 0, total = null } = choices[index] ?? {};
  return { endsAt: way === 'now' ? null : endsAt, seen: { total, owed, planned } };
}
const plan = async (index: number) => send(planEnding, 'POST', await chosen(index));
const receipt = async () => (await send(getReceipt, 'GET')).body as unknown as EndingReceipt;
const live = () => services.stripe.subscriptions.retrieve(shop.subscriptionId);
const mails = async (): Promise<SubscriptionNotice[]> =>
  (await listNotices(Math.floor(services.clock.now() / 1000))).filter(
    (notice): notice is Extract<typeof notice, SubscriptionNotice> =>
      notice.kind === 'will-end' || notice.kind === 'ended' || notice.kind === 'end-withdrawn',
  );
const renewal = (autoRenewal: boolean) => send(setAutoRenewal, 'POST', { autoRenewal });

describe('staff change a planned end at Stripe, and its owner asks for the same end again', () => {
  test.each<[string, () => Promise<{ status: number }>]>([
    ['by the planner', () => plan(1)],
    ['by auto-renewal', () => renewal(false)],
  ])('taken back, %s: Stripe has the end again, with a receipt of its own', async (_what, ask) => {
    await ask();
    const { number, endsAt } = await receipt();
    await services.stripe.subscriptions.update(shop.subscriptionId, { cancel_at_period_end: false });
    services.clock.advance(minute);
    expect((await ask()).status).toBe(200);
    expect(await live()).toMatchObject({ cancel_at: endsAt });
    expect(await receipt()).toMatchObject({ state: 'planned', endsAt });
    expect((await receipt()).number).not.toBe(number);
  });

  test('moved to another day: Stripe has the end that was asked for', async () => {
    await plan(3);
    const { endsAt } = await receipt();
    await services.stripe.subscriptions.update(shop.subscriptionId, { cancel_at: endsAt + 86_400 });
    services.clock.advance(minute);
    expect((await plan(3)).status).toBe(200);
    expect(await live()).toMatchObject({ cancel_at: endsAt });
    expect(await receipt()).toMatchObject({ state: 'planned', endsAt });
  });
});

describe('an end at once takes the place of a planned one', () => {
  /** What the owner was told: the receipt, and the mail of the end. */
  async function expectEndedAtOnce(at: number): Promise<void> {
    const { number, ...kept } = await receipt();
    expect(kept).toMatchObject({ state: 'ended', atOnce: true, endsAt: at });
    expect((await mails()).filter(({ kind }) => kind === 'ended')).toMatchObject([
      { subscription: { receiptNumber: number, endsAt: at } },
    ]);
  }
  const now = (): number => Math.floor(services.clock.now() / 1000);

  test('Stripe’s event comes before the call noted it: response, receipt and mail are of this end', async () => {
    await plan(3);
    const order = await chosen(0);
    let delivered = false;
    services.inject(async (service): Promise<Fault> => {
      if (service !== 'dynamodb' || delivered || (await live()).status !== 'canceled') return 'pass';
      delivered = true;
      await deliverEvents(services);
      return 'pass';
    });
    const { body } = await send(planEnding, 'POST', order);
    services.clearFaults();
    expect(delivered).toBe(true);
    await expectEndedAtOnce(now());
    expect(body).toMatchObject({ receipt: { atOnce: true, endsAt: now(), number: (await receipt()).number } });
  });

  test('cut off when Stripe had ended it: its event finishes it, and the repeat gets the receipt', async () => {
    await plan(3);
    const [order, at] = [await chosen(0), now()];
    let ended = false;
    services.inject((_service, operation) => {
      if (ended) return 'down';
      ended = operation.startsWith('DELETE /v1/subscriptions');
      return 'pass';
    });
    expect((await send(planEnding, 'POST', order)).status).toBe(503);
    services.clearFaults();
    services.clock.advance(minute);
    await deliverEvents(services);
    await expectEndedAtOnce(at);
    expect(await send(planEnding, 'POST', order)).toMatchObject({ status: 200, body: { receipt: { endsAt: at } } });
  });
});

describe('cut off when Stripe had acted: its event, or the repeat, tells the owner once', () => {
  const kinds = async () => (await mails()).map(({ kind }) => kind).toSorted();
  /** Everything is down from the moment on when Stripe has changed the subscription. */
  async function cutOff(call: () => Promise<{ status: number }>): Promise<void> {
    let acted = false;
    services.inject((_service, operation) => {
      if (acted) return 'down';
      acted = operation === 'POST /v1/subscriptions/{subscription}';
      return 'pass';
    });
    expect((await call()).status).toBe(503);
    services.clearFaults();
    services.clock.advance(minute);
  }

  describe.each<[string, (call: () => Promise<{ status: number }>) => Promise<unknown>]>([
    ['Stripe’s event', () => deliverEvents(services)],
    ['the repeat', (call) => call()],
  ])('%s', (_what, heal) => {
    test('the end of the renewal: it is planned', async () => {
      const call = () => renewal(false);
      await cutOff(call);
      for (let times = 0; times < 2; times += 1) await heal(call);
      expect(await kinds()).toEqual(['will-end']);
    });

    test.each<[string, () => Promise<{ status: number }>]>([
      ['taken back', () => send(takeBackEnding, 'DELETE')],
      ['renewed', () => renewal(true)],
    ])('a planned end is %s: it goes on', async (_how, call) => {
      await plan(1);
      await cutOff(call);
      for (let times = 0; times < 2; times += 1) await heal(call);
      expect(await kinds()).toEqual(['end-withdrawn', 'will-end']);
      expect(await receipt()).toMatchObject({ state: 'withdrawn' });
    });
  });

  test('staff take the end back at Stripe', async () => {
    await plan(1);
    await services.stripe.subscriptions.update(shop.subscriptionId, { cancel_at_period_end: false });
    services.clock.advance(minute);
    for (let times = 0; times < 2; times += 1) await deliverEvents(services);
    expect(await kinds()).toEqual(['end-withdrawn', 'will-end']);
  });
});

describe('a call was cut off before Stripe was asked, and its owner asks again a week later', () => {
  const cutOff = async (index: number): Promise<void> => {
    const order = await chosen(index);
    services.inject((_service, operation) => (/^(POST|DELETE) \/v1\/subscriptions/.test(operation) ? 'down' : 'pass'));
    expect((await send(planEnding, 'POST', order)).status).toBe(503);
    services.clearFaults();
    services.clock.advance(7 * 24 * 60 * minute);
  };

  test('at once: receipt and mail have the day on which it ended', async () => {
    await cutOff(0);
    expect((await plan(0)).status).toBe(200);
    const now = Math.floor(services.clock.now() / 1000);
    expect(await receipt()).toMatchObject({ state: 'ended', endsAt: now, acceptedAt: now });
    expect((await mails()).map(({ subscription }) => subscription.endsAt)).toEqual([now]);
  });

  test('with its period: receipt and mail have what is charged by now', async () => {
    await cutOff(1);
    await services.stripe.invoiceItems.create({
      customer: shop.customerId,
      subscription: shop.subscriptionId,
      amount: 1_500,
      currency: 'jpy',
      description: '再配達の送料',
    });
    expect((await plan(1)).status).toBe(200);
    const acceptedAt = Math.floor(services.clock.now() / 1000);
    expect(await receipt()).toMatchObject({ state: 'planned', total: 1_500, acceptedAt });
    expect((await mails()).map(({ subscription }) => subscription.total)).toEqual([1_500]);
  });
});
