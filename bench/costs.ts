import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Template } from 'aws-cdk-lib/assertions';
import { allJobs } from '../infra/functions/jobs';
import { synthesize } from '../infra/testing/synthesize';

/** The page with prices, assumptions and what was measured; its sums are computed from its own tables. */
export const page = 'docs/costs.md';
/** Shops in its columns. */
export const sizes = [0, 100, 1_000, 10_000, 100_000] as const;

const minutesOfMonth = 730 * 60;

/** What a piece of work needs: units of DynamoDB, and requests of Stripe that its allowance counts. */
const works = ['reads', 'writes', 'reads of Stripe'] as const;

/** The cells of the rows of the tables below a heading of the page. */
const rowsOf = (text: string, heading: string): string[][] =>
  (text.split(`\n## ${heading}\n`)[1] ?? '')
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (-|name)/.test(line))
    .map((line) => line.slice(2, -2).split(/ *\| */));

const numberIn = (cell: string | undefined, name: string): number => {
  const value = Number(cell?.replaceAll(/[$,]/g, ''));
  if (cell === undefined || cell === '' || !(value >= 0)) throw new Error(`${page}: "${name}" has no number: ${cell}`);
  return value;
};

/** The numbers of the page: assumptions, measurements and parts of the stage by name, and prices. */
export function readPage(text: string) {
  const numbers = ['A month of an owner', 'Sizes and times', 'Parts of the stage'].flatMap((heading) =>
    rowsOf(text, heading).map(([name = '', value]) => [name, numberIn(value, name)] as const),
  );
  const work = rowsOf(text, 'Work').flatMap(([name = '', ...cells]) =>
    works.map((what, index) => [`${name}: ${what}`, numberIn(cells[index], name)] as const),
  );
  const prices = rowsOf(text, 'Prices').map(([name = '', usd, per, free]) => {
    return [name, { usd: numberIn(usd, name), per: numberIn(per, name), free: numberIn(free || '0', name) }] as const;
  });
  const values = new Map([...numbers, ...work]);
  const the = (name: string): number => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`${page} has no "${name}"`);
    return value;
  };
  return { the, prices: new Map(prices) };
}

type Numbers = ReturnType<typeof readPage>['the'];

/** Calls, events, tasks and runs of a month with so many owners. */
function monthOf(the: Numbers, owners: number) {
  const [shops, visits] = [owners * the('shops'), owners * the('visits')];
  const [readings, asking] = [visits * the('readings of a visit'), visits * the('questions to Stripe of a visit')];
  const [changes, signIns] = [owners * the('changes'), owners * the('sign-ins')];
  const events = shops * the('events of Stripe for a shop');
  const notices = owners * the('mails');
  return {
    shops,
    visits,
    readings,
    asking,
    changes,
    signIns,
    events,
    notices,
    calls: readings + asking + changes + signIns + events,
    tasks: events + changes + notices,
    rereads: minutesOfMonth / the('minutes between two readings of a shop'),
  };
}

/** What all the work of a month needs of one kind. */
function workOf(the: Numbers, owners: number, what: (typeof works)[number]): number {
  const { shops, readings, asking, changes, signIns, events, rereads } = monthOf(the, owners);
  return [
    [readings, 'a reading'],
    [asking, 'a question'],
    [changes, 'a change'],
    [signIns, 'a sign-in'],
    [events, 'an event'],
    [rereads * shops, 'a shop that the daily digest reads'],
    [30 * shops, 'a shop in the daily digest'],
  ].reduce((sum, [times, name]) => sum + Number(times) * the(`${name}: ${what}`), 0);
}

/** Reads of Stripe in a month: missed events are listed besides. */
export const stripeReads = (the: Numbers, owners: number): number =>
  workOf(the, owners, 'reads of Stripe') +
  minutesOfMonth / the('minutes between two lists of events') +
  minutesOfMonth / (24 * 60);

/** What a month needs of each priced thing; a name for each row of the prices. */
export function needs(the: Numbers, owners: number): Record<string, number> {
  const month = monthOf(the, owners);
  const { shops, visits, calls, tasks, rereads } = month;
  // Health checks ask for the page and, by a function, for the API.
  const checks = (minutesOfMonth * the('health checks') * the('questions of a health check a minute')) / 2;
  const runs = calls + tasks + the('runs of schedules') + checks;
  // A vendor is waited for by all but readings.
  const seconds =
    month.readings * the('seconds of a reading') +
    (calls - month.readings + tasks + rereads * shops + the('runs of schedules')) * the('seconds of anything else');
  const requests = calls + visits * (1 + the('files of a visit')) + 2 * checks;
  const stored = (shops * the('kilobytes of a shop')) / 1e6;
  return {
    'Lambda: runs': runs,
    'Lambda: GB-seconds': seconds / 2,
    'API Gateway: requests': calls + checks,
    'DynamoDB: read units': workOf(the, owners, 'reads') + the('runs of schedules'),
    'DynamoDB: write units': workOf(the, owners, 'writes') + the('runs of schedules'),
    'DynamoDB: GB stored': stored,
    'DynamoDB: GB that can be restored': stored,
    'Backup: GB kept': stored * the('nights whose copies are kept'),
    'SQS: requests of the FIFO queue': the('SQS: receives of an idle queue') + tasks * the('SQS: requests of a task'),
    'Scheduler: runs': the('runs of schedules'),
    // The free plan is for 1,000,000 requests, the next one for 10,000,000.
    'CloudFront: plan, from 1,000,000 requests': requests > 1e6 ? 1 : 0,
    'Route 53: health checks': the('health checks'),
    'Route 53: checks of words': the('health checks that look for words'),
    'Cognito: active users': owners,
    'SMS to Japan': owners * the('SMS'),
    'SES: mails to owners': month.notices,
    'CloudWatch: metrics of alarms': the('metrics that alarms watch'),
    'CloudWatch: GB of logs': runs / 1e6,
    'Secrets Manager: secrets': the('secrets'),
    'Secrets Manager: reads': month.asking + month.changes + month.events,
    'Synthetics: runs of the canary': the('runs of the canary'),
    'KMS: keys': the('keys'),
    'KMS: requests': the('keys') * (runs - checks),
  };
}

/** Dollars of a month by the name of the price. Throws if a need has no price, or a price no need. */
export function billOf(text: string, owners: number, the = readPage(text).the): Map<string, number> {
  const { prices } = readPage(text);
  const needed = needs(the, owners);
  const differing = [...new Set([...Object.keys(needed), ...prices.keys()])].filter(
    (name) => !(name in needed && prices.has(name)),
  );
  if (differing.length > 0) throw new Error(`${page} and bench/costs.ts differ in: ${differing.join(', ')}`);
  return new Map(
    [...prices].map(([name, { usd, per, free }]) => [name, (Math.max(0, (needed[name] ?? 0) - free) / per) * usd]),
  );
}

export const sumOf = (bill: ReadonlyMap<string, number>): number =>
  [...bill.values()].reduce((sum, usd) => sum + usd, 0);

/** The parts of a stage that its bill counts, from its templates and schedules. */
export function partsOf(templates: Readonly<Record<string, Template>>): Record<string, number> {
  interface Resource {
    Type: string;
    Properties: {
      Metrics?: { MetricStat?: unknown }[];
      HealthCheckConfig?: { SearchString?: string };
      Schedule?: { Expression: string };
    };
  }
  const resources = Object.values(templates).flatMap((template) =>
    Object.values((template.toJSON() as { Resources: Record<string, Resource> }).Resources),
  );
  const of = (type: string) => resources.filter((one) => one.Type === `AWS::${type}`).map((one) => one.Properties);
  const sum = (counts: number[]): number => counts.reduce((one, other) => one + other, 0);
  const watched = ({ Metrics }: Resource['Properties']) =>
    Math.max(1, Metrics?.filter((one) => one.MetricStat).length ?? 1);
  const minutesOf = (schedule?: { Expression: string }) => Number(/\d+/.exec(schedule?.Expression ?? '')?.[0]);
  const runs = allJobs.map((job) => minutesOfMonth / job.every.toMinutes());
  return {
    'metrics that alarms watch': sum(of('CloudWatch::Alarm').map(watched)),
    secrets: of('SecretsManager::Secret').length,
    keys: of('KMS::Key').length,
    'health checks': of('Route53::HealthCheck').length,
    'health checks that look for words': of('Route53::HealthCheck').filter((one) => one.HealthCheckConfig?.SearchString)
      .length,
    'runs of the canary': sum(of('Synthetics::Canary').map(({ Schedule }) => minutesOfMonth / minutesOf(Schedule))),
    'runs of schedules': Math.round(sum(runs)),
  };
}

const dollars = (usd: number): string => (usd === 0 ? '' : usd < 0.01 ? '<$0.01' : `$${usd.toFixed(2)}`);
const count = (quantity: number): string =>
  quantity >= 10 || quantity === 0 ? Math.round(quantity).toLocaleString('en-US') : quantity.toPrecision(2);

/** The tables of sums that the page has for its own numbers. */
function sums(text: string): string {
  const { the } = readPage(text);
  const owners = sizes.map((shops) => shops / the('shops'));
  const bills = owners.map((many) => billOf(text, many));
  const most = needs(the, owners.at(-1) ?? 0);
  const row = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  const paid = [...(bills.at(-1) ?? [])].filter(([, usd]) => usd > 0).toSorted(([, one], [, other]) => other - one);
  const free = [...(bills.at(-1) ?? [])].filter(([name, usd]) => usd === 0 && most[name]);
  return [
    row(['dollars a month', ...sizes.map((shops) => `${count(shops)} shops`), 'then needed']),
    row(['---', ...sizes.map(() => '---:'), '---:']),
    ...paid.map(([name]) => row([name, ...bills.map((bill) => dollars(bill.get(name) ?? 0)), count(most[name] ?? 0)])),
    row(['**sum**', ...bills.map((bill) => `**${dollars(sumOf(bill))}**`), '']),
    row(['reads of Stripe, not dollars', ...owners.map((many) => count(stripeReads(the, many))), '']),
    '',
    `Within the free part with the most shops: ` +
      `${free.map(([name]) => `${name} ${count(most[name] ?? 0)}`).join('; ')}.`,
  ].join('\n');
}

const between = /(?<=<!-- written by npm run costs -->\n)[^]*?(?=<!-- until here -->)/;

/** The page with its sums computed anew, and with other parts of the stage if they are given. */
export function rewrite(text: string, parts: Readonly<Record<string, number>> = {}): string {
  const counted = Object.entries(parts).reduce(
    (page, [name, value]) => page.replace(new RegExp(`(?<=\n\\| ${name} \\| )[\\d,]+`), value.toLocaleString('en-US')),
    text,
  );
  return counted.replace(between, () => `\n${sums(counted)}\n\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(page, rewrite(readFileSync(page, 'utf8'), partsOf(synthesize('example'))));
