import { setTimeout as wait } from 'node:timers/promises';
import { Portal } from '../e2e/testing/portal';
import { createAccount } from '../e2e/testing/story';
import { makeShop, shopsOf, stripeOf } from '../e2e/testing/shops';
import { startDemoPortal } from '../e2e/testing/start-cloud';
import { median } from './measure';

/** Events that are sent; each is a quantity that the staff set at Stripe. */
const events = 30;
/** Milliseconds: until an event of Stripe is in a screen's data, and the 99th percentile of the webhook's function. */
const limits = { screen: 3000, webhook: 300 };
/** Milliseconds that Stripe and Kintone take for each request while the webhook is measured. */
const latency = 1000;

/**
 * How soon an event of Stripe is in the data of a screen, and how long the webhook's function takes while Stripe and
 * Kintone are slow, on a portal of its own.
 */
export async function bench(): Promise<void> {
  const running = await startDemoPortal();
  const portal = new Portal(running.url);
  const owner = await portal.signIn(await createAccount(portal));
  const { subscriptionId } = await makeShop(portal, owner, { name: '南青山店', devices: 3 });
  const stripe = await stripeOf(portal);
  const [item] = (await stripe.subscriptions.retrieve(subscriptionId)).items.data;
  const change = (quantity: number) => stripe.subscriptionItems.update(item?.id ?? '', { quantity });
  const shown = async (): Promise<number | undefined> => {
    const items = (await shopsOf(owner)).flatMap(({ subscriptions }) => subscriptions.flatMap((one) => one.items));
    return items.find((one) => one.subscription_item_id === item?.id)?.quantity;
  };
  const times: number[] = [];
  for (let index = 0; index < events; index += 1) {
    const quantity = 2 + (index % 2);
    const startedAt = performance.now();
    await change(quantity);
    while ((await shown()) !== quantity && performance.now() - startedAt < limits.screen) await wait(10);
    times.push(performance.now() - startedAt);
  }
  for (const service of ['stripe', 'records']) await portal.local('faults', { service, mode: 'slow', ms: latency });
  await portal.local('metrics', undefined, 'DELETE');
  for (let index = 0; index < events; index += 1) await change(2 + (index % 2));
  const { lambda } = await portal.local<{ lambda: Record<string, { p99Ms: number }> }>('metrics');
  const webhook = lambda['stripe-webhook']?.p99Ms ?? Number.POSITIVE_INFINITY;
  await running.stop();
  const most = Math.max(...times);
  console.log(
    `An event of Stripe is in a screen's data after ${median(times).toFixed(0)} ms, ` +
      `${most.toFixed(0)} ms at most of ${limits.screen}`,
  );
  console.log(
    `The webhook's function, each request of Stripe and Kintone taking ${latency} ms: ` +
      `p99 ${webhook.toFixed(0)} ms of ${limits.webhook}`,
  );
  if (most > limits.screen || webhook > limits.webhook) process.exitCode = 1;
}
