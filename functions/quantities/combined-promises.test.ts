import type { Stripe } from 'stripe';
import type { EndingPreview } from '#shared/model/ending';
import type { Charge, QuantityPreview } from '#shared/model/pricing';
import { isRunning } from '#shared/model/subscription';
import { sum } from '#shared/numbers';
import { numbers, randomCases } from '../../local/testing/random';
import { setRenewal, requireSubscription } from '#functions/billing/live-subscription';
import { previewNext } from '#functions/billing/preview-next';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscribedShop, type SubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { endingCosts } from '#functions/endings/preview-ending';
import { identifyRequest } from '#functions/platform/identify-request';
import { changeQuantities } from './change-quantities';
import { previewQuantities } from './preview-quantities';

/** What is promised after several changes, ends, credits and pending items is what is charged then. */
const services = testServices(startPaymentServices);
const day = 86_400;
const hour = 3_600;
const now = (): number => Math.floor(services.clock.now() / 1000);
const moveTo = async (seconds: number): Promise<void> => {
  services.clock.advance(Math.max(0, seconds * 1000 - services.clock.now()));
  await services.emulator.tick();
};

const coupons: (Stripe.CouponCreateParams | undefined)[] = [
  undefined,
  { percent_off: 33, duration: 'forever' },
  { percent_off: 50, duration: 'once' },
  { amount_off: 3_333, currency: 'jpy', duration: 'repeating', duration_in_months: 1 },
  { percent_off: 15, duration: 'repeating', duration_in_months: 3 },
  { amount_off: 60_000, currency: 'jpy', duration: 'repeating', duration_in_months: 2 },
];
const beginnings = ['01-29', '01-31', '02-28', '02-29', '03-31', '05-31', '08-31', '11-30', '12-31', '10-15'];

interface World extends SubscribedShop {
  owner: ShopOwner;
  random: () => number;
}
const pick = <T>({ random }: World, list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
const read = ({ subscriptionId }: World) => requireSubscription(subscriptionId, {});
const invoicesOf = async ({ subscriptionId: subscription }: World): Promise<Stripe.Invoice[]> =>
  (await services.stripe.invoices.list({ subscription, limit: 100 })).data.toReversed();

async function begin(seed: number): Promise<World> {
  const random = numbers(seed);
  const owner = await services.createOwner(`owner-${seed}@example.jp`);
  const world: World = { owner, random, customerId: '', subscriptionId: '' };
  const begins = pick(world, beginnings);
  const year = new Date(services.clock.now()).getUTCFullYear() + 1;
  const at = `${begins === '02-29' ? Math.ceil(year / 4) * 4 : year}-${begins}T00:17:05Z`;
  await moveTo(Date.parse(at) / 1000 + Math.floor(random() * 24) * hour);
  const terms = pick(world, coupons);
  const shop = await createSubscribedShop(services, owner, {
    total: 1 + Math.floor(random() * 9),
    ...(random() < 0.3 && { trialDays: 35 }),
    ...(terms && { discounts: [{ coupon: (await services.stripe.coupons.create(terms)).id }] }),
  });
  return { ...world, ...shop };
}

async function change(world: World): Promise<{ preview: QuantityPreview; charge: Charge }> {
  const { subscriptionId, owner, random } = world;
  const asked = { quantities: {}, total: 1 + Math.floor(random() * 12) };
  const preview = await previewQuantities(subscriptionId, asked);
  await moveTo(Math.min(now() + Math.floor(random() * 300), (await read(world)).periodEnd - 1));
  const given = { ...asked, prorationDate: preview.prorationDate, dueNow: preview.dueNow };
  const caller = { userId: owner.userId, ...(await services.userItems(owner)) };
  const identity = identifyRequest(`change-${random()}`, given, undefined);
  return { preview, charge: (await changeQuantities(caller, subscriptionId, given, identity)).charge };
}

type Way = EndingPreview['ways'][number];

async function planEnd(world: World): Promise<Way | undefined> {
  const live = await read(world);
  const renewal = (await endingCosts(live, {})).ways.find(({ way }) => way === 'renewal');
  if (renewal) await setRenewal(live, false, {});
  return renewal;
}

async function act(world: World): Promise<void> {
  const { customerId: customer, subscriptionId: subscription, random } = world;
  const what = random();
  const live = await read(world);
  if (!isRunning(live)) return;
  if (what < 0.45) await change(world);
  else if (what < 0.65) await planEnd(world);
  else if (what < 0.8) await setRenewal(live, true, {});
  else if (what < 0.88)
    await services.stripe.customers.update(customer, { balance: Math.floor(random() * 40_000) - 30_000 });
  else if (what < 0.94) {
    const item = { amount: random() < 0.7 ? 500 : -3_000, currency: 'jpy', description: '送料' };
    await services.stripe.invoiceItems.create({ customer, subscription, ...item });
  }
}

/** To any moment: also within the hour after a renewal, when its invoice is a draft, or within the one before it. */
async function wait(world: World): Promise<void> {
  const { periodEnd } = await read(world);
  const how = world.random();
  const moment = Math.floor(world.random() * 3_000);
  if (how < 0.25) await moveTo(periodEnd + moment);
  else if (how < 0.4) await moveTo(periodEnd - 60 - moment);
  else await moveTo(now() + Math.floor(world.random() * 20 * day));
}

/** What was promised and what was charged; a pair for each promise. */
type Pairs = [what: string, promised: unknown, charged: unknown][];

async function ofChange(
  world: World,
  { preview, charge }: Awaited<ReturnType<typeof change>>,
  renewal: Stripe.Invoice | undefined,
): Promise<Pairs> {
  const { periodEnd, endsAt } = await read(world);
  const pairs: Pairs = [
    ['due now', preview.dueNow, charge.status === 'paid' ? charge.amount : 0],
    ['its lines', sum(preview.dueNowLines.map(({ amount }) => amount)), preview.dueNow],
    ['next', preview.nextInvoice.amount, renewal?.amount_due ?? 0],
  ];
  if (!renewal || (endsAt ?? Infinity) <= periodEnd) return pairs;
  await moveTo(periodEnd + 2 * hour);
  const following = (await invoicesOf(world)).find(({ created }) => created >= periodEnd);
  return [
    ...pairs,
    ['when', preview.nextInvoice.date, renewal.created],
    ['month', preview.monthly.total, following?.total],
  ];
}

async function ofEnd(world: World, { endsAt, charges }: Way, over: readonly string[]): Promise<Pairs> {
  await moveTo(endsAt + 2 * hour);
  const made = (await invoicesOf(world)).filter(({ id, amount_due: due }) => !over.includes(id) && due > 0);
  const charged = made.map(({ created: at, amount_due: amount }) => ({ at, amount }));
  return [
    ['until the end', charges, charged],
    ['the end', 'canceled', (await read(world)).status],
  ];
}

async function live(seed: number): Promise<Pairs> {
  const world = await begin(seed);
  for (let step = Math.floor(world.random() * 5); step > 0; step -= 1) {
    await wait(world);
    await act(world);
  }
  await wait(world);
  if (!isRunning(await read(world))) return [];
  const over = (await invoicesOf(world)).filter(({ status }) => status !== 'draft').map(({ id }) => id);
  const last = world.random();
  const changed = last < 0.5 ? await change(world) : undefined;
  const ended = last >= 0.5 && last < 0.75 ? await planEnd(world) : undefined;
  const { periodEnd, endsAt } = await read(world);
  const ends = endsAt !== null && endsAt <= periodEnd;
  const next = await previewNext(world.customerId, { id: world.subscriptionId, cancel_at_period_end: ends });
  await moveTo(periodEnd + 2 * hour);
  const renewal = (await invoicesOf(world)).find(({ created }) => created >= periodEnd);
  const pairs: Pairs = [['next charge', next?.amount ?? 0, renewal?.amount_due ?? 0]];
  if (changed) pairs.push(...(await ofChange(world, changed, renewal)));
  if (ended) pairs.push(...(await ofEnd(world, ended, over)));
  if (isRunning(await read(world))) await services.stripe.subscriptions.cancel(world.subscriptionId);
  return pairs;
}

/** Tries one case; returns how many promises it made. */
async function tried(seed: number): Promise<number> {
  const pairs = await live(seed * 7_919);
  expect([seed, ...pairs.map(([what, promised]) => [what, promised])]).toEqual([
    seed,
    ...pairs.map(([what, , charged]) => [what, charged]),
  ]);
  return pairs.length;
}

test('a discount is over just when the subscription ends: what waits is charged as promised, without it', async () => {
  expect(await tried(106)).toBe(3);
});

test('after any changes, ends, credits and pending items: charged as promised, to the yen and the second', async () => {
  let promises = 0;
  for (let seed = 1; seed <= randomCases(40); seed += 1) promises += await tried(seed);
  expect(promises).toBeGreaterThan(randomCases(40));
});
