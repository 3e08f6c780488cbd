import { readFileSync } from 'node:fs';
import { calls } from '#shared/contract/index';
import { synthesize } from '../../infra/testing/synthesize';
import { spansWith } from './assumptions';
import { added } from './changes';
import { costsDocument } from './document';
import { estimate, type Estimate } from './estimate';
import type { PriceName } from './prices/prices';
import { partsOf, type StageParts } from './stage-parts';
import { readAllowance, stripeReads } from './stripe-reads';
import { itemSizes } from './item-sizes';
import { callsOf, monthOf, ownerBytes, traffic } from './traffic';
import { demandsOf } from './usage';

let templates: ReturnType<typeof synthesize>;
let stage: StageParts;

beforeAll(() => {
  templates = synthesize('example');
  stage = partsOf(templates, 'example');
});

const at = (shops: number): Estimate => estimate(demandsOf(shops, stage));
const line = ({ lines }: Estimate, price: PriceName) => lines.find((one) => one.price === price);

test('docs/costs.md equals the text that `npm run costs` writes', () => {
  expect(readFileSync('docs/costs.md', 'utf8')).toBe(costsDocument('example', stage));
});

describe('the parts of a stage come from its templates', () => {
  test('alarms, dashboards, secrets, key, firewall, routes and jobs are counted', () => {
    templates.observability.resourceCountIs('AWS::CloudWatch::Alarm', stage.alarms);
    templates.observability.resourceCountIs('AWS::CloudWatch::Dashboard', stage.dashboards);
    const secrets = [templates.data, templates.auth].flatMap((template) =>
      Object.keys(template.findResources('AWS::SecretsManager::Secret')),
    );
    expect(secrets).toHaveLength(stage.secrets);
    templates.data.resourceCountIs('AWS::KMS::Key', stage.keys);
    templates.data.resourceCountIs('AWS::DynamoDB::GlobalTable', stage.tables);
    templates.edge.resourceCountIs('AWS::WAFv2::WebACL', stage.firewalls);
    templates.jobs.resourceCountIs('AWS::Scheduler::Schedule', stage.jobs.length);
    expect(stage).toMatchObject({
      routes: calls.length,
      firewallRules: 5,
      recovery: true,
      routeMetrics: true,
      memory: 512,
    });
  });

  test('an alarm on several metrics counts each', () => {
    expect(stage.alarmMetrics).toBeGreaterThan(stage.alarms);
  });

  test('schedules are counted by their rates', () => {
    const every = Object.fromEntries(stage.jobs.map(({ name, everyMinutes }) => [name, everyMinutes]));
    expect(every).toMatchObject({
      'reconcile-shops': 4_320,
      'read-missed-events': 10,
      'sweep-tasks': 5,
    });
  });

  test('a stage without firewall and key pays for neither', () => {
    const local = partsOf(synthesize('local'), 'local');
    expect(local).toMatchObject({ firewalls: 0, firewallRules: 0, keys: 0, recovery: false });
    const idle = estimate(demandsOf(0, local));
    for (const price of [
      'firewalls',
      'firewallRules',
      'firewallRequests',
      'keys',
      'keyRequests',
      'dynamoRecovery',
    ] as const)
      expect([price, line(idle, price)?.usd]).toEqual([price, 0]);
  });
});

test('an idle stage costs its fixed parts', () => {
  const idle = at(0);
  expect(line(idle, 'alarms')?.usd).toBeCloseTo((stage.alarmMetrics - 10) * 0.1);
  expect(line(idle, 'secrets')?.usd).toBeCloseTo(stage.secrets * 0.4);
  expect([line(idle, 'firewalls')?.usd, line(idle, 'firewallRules')?.usd, line(idle, 'keys')?.usd]).toEqual([5, 5, 1]);
  expect([line(idle, 'dashboards')?.usd, line(idle, 'lambdaCompute')?.usd, line(idle, 'schedules')?.usd]).toEqual([
    0, 0, 0,
  ]);
  expect(line(idle, 'sms')?.quantity).toBe(0);
});

test('1,000 shops: the counts equal those computed by hand', () => {
  const some = at(1_000);
  // 500 owners, a tenth of them with SMS, each signing in once.
  expect(line(some, 'sms')).toMatchObject({ quantity: 50, usd: 50 * 0.073 });
  // Ten of them are new.
  expect(line(some, 'cognitoLite')).toMatchObject({ quantity: 510, usd: 0 });
  // 2,000 visits, half of which load thirty files beside the page itself; each request passes the firewall.
  const made = callsOf(monthOf(1_000)).reduce((sum, { count }) => sum + count, 0);
  expect(line(some, 'cloudFrontRequests')?.quantity).toBeCloseTo(2_000 + 1_000 * 30 + made);
  expect(line(some, 'firewallRequests')?.quantity).toBeCloseTo(2_000 + 1_000 * 30 + made);
  expect(line(some, 'apiRequests')?.usd).toBeCloseTo((made / 1_000_000) * 1.29);
  // 950 subscriptions with four events each, twenty new shops with seven.
  expect(callsOf(monthOf(1_000)).find(({ name }) => name === 'stripe-webhook')?.count).toBeCloseTo(950 * 4 + 20 * 7);
});

test('a call needs the units of the partition that it reads', () => {
  const account = Math.ceil(ownerBytes.account / 4_096);
  expect(traffic['get-user'].work.reads).toBe(account);
  // Two shops: their ownership records in one query, each snapshot by its key.
  expect(traffic['list-shops'].work.reads).toBe(account + 1 + 2 * Math.ceil(itemSizes.snapshot / 4_096));
});

test('more shops always cost more', () => {
  const sums = [0, 1, 10, 100, 1_000, 10_000, 50_000, 100_000, 150_000, 190_000, 200_000, 500_000, 1_000_000].map(
    (shops) => at(shops).usd,
  );
  expect(sums).toEqual(sums.toSorted((left, right) => left - right));
});

test('lines add up to the sum, and causes to their line', () => {
  for (const shops of [0, 100, 1_000_000]) {
    const { lines, usd } = at(shops);
    expect(lines.reduce((sum, one) => sum + one.usd, 0)).toBeCloseTo(usd);
    for (const one of lines) expect(one.causes.reduce((sum, { usd }) => sum + usd, 0)).toBeCloseTo(one.usd);
  }
});

test('a free part is deducted once for all demands together', () => {
  const both = estimate([
    { price: 'lambdaRequests', cause: 'one', quantity: 800_000 },
    { price: 'lambdaRequests', cause: 'other', quantity: 1_200_000 },
  ]);
  expect(both.usd).toBeCloseTo(0.2);
  expect(both.lines[0]?.causes).toEqual([
    { cause: 'other', usd: expect.closeTo(0.12) as number },
    { cause: 'one', usd: expect.closeTo(0.08) as number },
  ]);
});

test('random events fill no more spans than exist', () => {
  expect(spansWith(0, 730)).toBe(0);
  expect(spansWith(10, 730)).toBeCloseTo(10, 0);
  expect(spansWith(1_000_000, 730)).toBeCloseTo(730);
});

test('each change that the document advises saves money', () => {
  const largest = demandsOf(1_000_000, stage);
  expect(added(largest, 'reconcile-shops')).toBeGreaterThan(0);
});

test.each([1, 10, 50, 99, 100, 500, 1_000, 10_000, 100_000, 1_000_000])(
  '%d shops: reads of Stripe stay within its allowance',
  (shops) => {
    const reads = Object.values(stripeReads(shops, stage)).reduce((sum, one) => sum + one, 0);
    expect(reads).toBeLessThanOrEqual(Math.max(readAllowance.least, readAllowance.aShop * shops));
  },
);

test('every call of the contract is counted', () => {
  expect(Object.keys(traffic).toSorted()).toEqual(calls.map(({ name }) => name).toSorted());
  expect(callsOf(monthOf(1_000)).filter(({ count }) => !(count > 0))).toEqual([]);
});
