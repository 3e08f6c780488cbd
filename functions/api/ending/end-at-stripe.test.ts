import type { EndingPreview, EndingReceipt } from '#shared/model/ending-plan';
import { startPaymentServices, type ShopOwner } from '../../testing/payment-services';
import { createSubscribedShop, type SubscribedShop } from '../../testing/subscribed-shop';
import { testServices } from '../../testing/test-services';
import { handler as setAutoRenewal } from '../billing/set-auto-renewal';
import { handler as getReceipt } from './get-ending-receipt';
import { handler as planEnding } from './plan-ending';
import { handler as previewEnding } from './preview-ending';

/** The kept end and Stripe's part: staff changed it there, a call was cut off, or Stripe's event was quicker. */
const services = testServices(startPaymentServices);
const minute = 60_000;
let owner: ShopOwner;
let shop: SubscribedShop;

beforeEach(async () => {
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 2 });
});

const send = (handler: typeof planEnding, method: 'GET' | 'POST' | 'DELETE', body?: unknown) =>
  owner.browser.send(handler, {
    method,
    path: '/api',
    params: { id: shop.subscriptionId },
    ...(body !== undefined && { body }),
  });
/** What a screen sends that shows the ends as they are now and whose owner chooses one of them. */
async function chosen(index: number) {
  const { choices, owed, planned } = (await send(previewEnding, 'GET')).body as unknown as EndingPreview;
  const { way, endsAt = 0, total = null } = choices[index] ?? {};
  return { endsAt: way === 'now' ? null : endsAt, seen: { total, owed, planned } };
}
const plan = async (index: number) => send(planEnding, 'POST', await chosen(index));
const receipt = async () => (await send(getReceipt, 'GET')).body as unknown as EndingReceipt;
const live = () => services.stripe.subscriptions.retrieve(shop.subscriptionId);
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
