import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { Template } from 'aws-cdk-lib/assertions';
import { stacksOf, synthesize } from '../infra/testing/synthesize';
import { documents } from '#functions/platform/dynamodb/items';
import { getUser } from '#functions/accounts/calls';
import { changeQuantities, previewQuantities } from '#functions/quantities/calls';
import { listShops } from '#functions/shops/calls';
import { previewEnding, setAutoRenewal } from '#functions/endings/calls';
import { listShopDevices } from '#functions/devices/calls';
import { getNextInvoice, listDocuments } from '#functions/documents/calls';
import { listMovements } from '#functions/movements/calls';
import type { CallHandler } from '#functions/http/define-handler';
import { dailyDigest } from '#functions/jobs';
import { Browser } from '#functions/testing/browser';
import { deliverEvent, newestEvent } from '#functions/testing/deliver-events';
import { startPaymentServices } from '#functions/testing/payment-services';
import { countUnits } from '#functions/testing/read-units';
import { runJob } from '#functions/testing/run-job';
import { signInOwner } from '#functions/testing/sign-in-owner';
import { createSubscribedShop } from '#functions/testing/subscribed';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { billOf, needs, page, partsOf, readPage, rewrite, sizes, stripeReads, sumOf } from './costs';

const text = readFileSync(page, 'utf8');
const { the } = readPage(text);

test('the sums of docs/costs.md are those of its tables: `npm run costs` writes them', () => {
  expect(rewrite(text)).toBe(text);
});

test('docs/costs.md counts the stage as its templates have it, to a fifth of the bill without owners', () => {
  const parts = partsOf(synthesize('example'));
  const now = sumOf(billOf(text, 0, (name) => parts[name] ?? the(name)));
  expect(Math.abs(sumOf(billOf(text, 0)) / now - 1)).toBeLessThan(0.2);
});

test.each([
  [60, '$1.26 a month with a run each hour'],
  [15, '$3.88 with one each 15 minutes'],
] as const)('a canary each %d minutes costs what docs/costs.md says', (everyMinutes, words) => {
  const stage = synthesize('example');
  const { outside } = stacksOf('example', { settings: { canary: { everyMinutes } } }).stacks;
  const [before = 0, after = 0] = [stage, { ...stage, outside: Template.fromStack(outside) }].map((templates) => {
    const parts = partsOf(templates);
    return sumOf(billOf(text, 0, (name) => parts[name] ?? the(name)));
  });
  expect(words).toContain(`$${(after - before).toFixed(2)} `);
  expect(text.replaceAll('\n', ' ')).toContain(words);
});

test('idle a stage costs at most 12 dollars, with 10,000 shops 75; a free part is deducted once', () => {
  const bills = sizes.map((shops) => sumOf(billOf(text, shops / the('shops'))));
  expect(bills[0]).toBeLessThanOrEqual(12);
  expect(bills[3]).toBeLessThanOrEqual(75);
  expect(bills).toEqual(bills.toSorted((one, other) => one - other));
  const { free = 0, usd = 0 } = readPage(text).prices.get('Cognito: active users') ?? {};
  expect(billOf(text, free + 100).get('Cognito: active users')).toBeCloseTo(100 * usd);
  const asked = (owners: number) => needs(the, owners)['API Gateway: requests'] ?? 0;
  expect(asked(100) - asked(0)).toBeCloseTo(100 * (4 * 5 + 0.4 + 1.2 + 2 * 4));
});

test('reads of Stripe stay within its allowance for any number of owners', () => {
  for (const owners of [1, 50, 100, 1_000, 5_000])
    expect(stripeReads(the, owners)).toBeLessThanOrEqual(Math.max(10_000, 100 * owners * the('shops')));
});

test('a price or a need without the other is refused', () => {
  expect(() => billOf(text.replace('| SMS to Japan | $0', '| SMS | $0'), 1)).toThrow('SMS to Japan, SMS');
});

describe('what a call, an event and a shop need, measured', () => {
  const services = testServices(startPaymentServices);
  const { units, measure } = countUnits();
  const found: Record<string, number> = {};

  /** The average of pieces of work, under the names that the page has for it. */
  async function average(what: string, pieces: (() => Promise<unknown>)[], parts = 1): Promise<void> {
    services.operations.length = 0;
    const sum = { reads: 0, writes: 0 };
    for (const piece of pieces) {
      await measure(piece);
      sum.reads += units.reads;
      sum.writes += units.writes;
    }
    const count = pieces.length * parts;
    found[`${what}: reads`] = sum.reads / count;
    found[`${what}: writes`] = sum.writes / count;
    // The events are the test's own; a function asks for the catalogue once in five minutes.
    const asked = services.operations.filter((one) => /^stripe GET (?!.v1.(events|products|prices)$)/.test(one));
    found[`${what}: reads of Stripe`] = asked.length / count;
  }

  test('they are those of docs/costs.md, to a half', async () => {
    // No session lasts for two years: the owner signs in after them.
    const owner = { userId: randomUUID(), browser: new Browser() };
    const shops = [
      await createSubscribedShop(services, owner, { total: 2 }),
      await createSubscribedShop(services, owner, { total: 2 }),
    ];
    for (let month = 0; month < 24; month += 1) services.clock.advance(30.5 * 86_400_000);
    owner.browser = (await signInOwner('owner@example.jp', owner.userId)).browser;
    const [{ customerId, subscriptionId }] = shops as [(typeof shops)[0]];
    const ask = (handler: CallHandler, id?: string, body?: unknown) => async () => {
      const request = { method: body ? 'POST' : 'GET', path: '/api', params: { ...(id && { id }) }, body };
      expect(await owner.browser.send(handler, request)).toMatchObject({ status: 200 });
    };
    const live = await services.stripe.subscriptions.retrieve(subscriptionId);
    const more = {
      quantities: {},
      total: 3,
      seen: Object.fromEntries(live.items.data.map(({ id, quantity }) => [id, quantity])),
    };
    const digest = async () => {
      await runJob(dailyDigest);
      await doTasks({ sweep: false });
    };
    await digest();
    services.clock.advance(3.1 * 86_400_000);
    await ask(getUser)();
    await average('a shop that the daily digest reads', [digest], shops.length);
    await average('a shop in the daily digest', [digest], shops.length);
    await average('a reading', [
      ask(getUser),
      ask(listShops),
      ask(listShopDevices, customerId),
      ask(listMovements, customerId),
      ask(listDocuments),
    ]);
    await average('a question', [
      ask(getNextInvoice, customerId),
      ask(previewEnding, subscriptionId),
      ask(previewQuantities, subscriptionId, more),
    ]);
    await average('a change', [
      ask(changeQuantities, subscriptionId, more),
      ask(setAutoRenewal, subscriptionId, { autoRenewal: false }),
    ]);
    await average(
      'an event',
      ['invoice.paid', 'customer.subscription.updated'].map(
        (type) => async () => deliverEvent(services, await newestEvent(services, type)),
      ),
    );
    let bytes = 0;
    for (const TableName of ['users', 'documents'])
      bytes += JSON.stringify((await documents.send(new ScanCommand({ TableName }))).Items).length;
    found['kilobytes of a shop'] = bytes / shops.length / 1_000;
    const wrong = Object.entries(found).filter(([name, value]) => Math.abs(value - the(name)) > Math.max(2, value / 2));
    expect(wrong).toEqual([]);
  });
});
