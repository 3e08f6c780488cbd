import { calls } from '#shared/contract/index';
import { assumptions } from './assumptions';
import { added, reconcileJob, withLite } from './changes';
import { estimate, type Estimate, type Line } from './estimate';
import { reconcile, recordRequests, recordRequestsADay } from './jobs';
import type { Price } from './price';
import { prices } from './prices';
import type { StageParts } from './stage-parts';
import { monthOf, traffic } from './traffic';
import { demandsOf } from './usage';

/** The sizes that docs/costs.md tells of, in shops. */
export const sizes = [100, 10_000, 1_000_000] as const;
const [, , most] = sizes;

/** How often the mirror of devices runs where the stage does not say it. */
const usualSyncMinutes = 10;

const number = (value: number): string =>
  value > 2_000_000
    ? `${Number((value / 1_000_000).toPrecision(3))} million`
    : (value >= 10 ? Math.round(value) : Number(value.toPrecision(2))).toLocaleString('en-US');
const dollars = (usd: number): string =>
  `$${usd.toLocaleString('en-US', usd >= 1_000 ? { maximumFractionDigits: 0 } : { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
const texts = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
const nameOf = ({ price }: Pick<Line, 'price'>): string => `${prices[price].service}: ${prices[price].what}`;
/** A unit after a count. */
const units = (unit: string, count: number): string => (unit === 'GB' || count === 1 ? unit : `${unit}s`);
const several = (count: number, what: string): string => `${number(count)} ${what}${count === 1 ? '' : 's'}`;

/** The causes that make up most of a line. */
const mostlyFor = ({ usd, causes }: Line): string =>
  causes
    .filter((one) => one.usd >= usd / 10)
    .slice(0, 3)
    .map((one) =>
      causes.length === 1 || one.usd > 0.99 * usd ? one.cause : `${one.cause} ${Math.round((100 * one.usd) / usd)} %`,
    )
    .join(', ');

function tableOf({ lines, usd }: Estimate): string {
  const shown = lines.filter((line) => line.usd >= Math.max(0.05, usd / 1_000));
  const rest = usd - shown.reduce((sum, line) => sum + line.usd, 0);
  return table(
    ['what', 'a month', 'dollars', 'for'],
    [
      ...shown.map((line) => [nameOf(line), number(line.quantity), dollars(line.usd), mostlyFor(line)]),
      ['all else', '', dollars(rest), ''],
      ['**sum**', '', `**${dollars(usd)}**`, ''],
    ],
  );
}

/** What would cost something if it were not for its free part. */
function freeOf({ lines }: Estimate): string {
  const free = lines.filter(({ price, usd, quantity }) => usd === 0 && quantity >= 1 && 'free' in prices[price]);
  return free.length === 0
    ? ''
    : `\n\nWithin the free part: ${free.map((line) => `${nameOf(line)} (${number(line.quantity)} ${units(prices[line.price].unit, line.quantity)})`).join('; ')}.`;
}

function reconcileRows(stage: StageParts): string {
  const job = reconcileJob(stage);
  return table(
    ['shops', 'its scan takes', 'shops read in a run', 'all of them in', 'dollars a month'],
    sizes.map((shops) => {
      const one = reconcile(monthOf(shops), job);
      const hours = (Math.ceil(shops / one.read) * job.everyMinutes) / 60;
      return [
        number(shops),
        `${number(one.scanSeconds)} s`,
        number(one.read),
        hours < 72 ? `${number(hours)} h` : `${number(hours / 24)} days`,
        dollars(added(demandsOf(shops, stage), job.name)),
      ];
    }),
  );
}

function recordRows(syncMinutes: number): string {
  const head = ['shops', 'devices', 'repairs', 'work records', 'requests'];
  return table(
    head,
    sizes.map((shops) => [number(shops), ...Object.values(recordRequests(monthOf(shops), syncMinutes)).map(number)]),
  );
}

const basis: Record<Price['basis'], string> = { tokyo: 'Tokyo', everywhere: 'all regions', nearest: '**nearest**' };

function priceRows(): string {
  const free = ({ free, unit }: Price): string => (free === undefined ? '' : `${number(free)} ${units(unit, free)}`);
  const usd = (price: Price): string =>
    price.tiers ? price.tiers.map((tier) => `$${tier.usd}`).join(' / ') : `$${price.usd}`;
  const rows = Object.values(prices).map((price: Price) => [
    `[${price.service}](${price.page}): ${price.what}`,
    `${usd(price)} for ${price.per === 1 ? `a ${price.unit}` : `${number(price.per)} ${price.unit}s`}`,
    free(price),
    basis[price.basis],
    `${price.read}: ${price.seen}`,
  ]);
  return texts(['price', 'dollars', 'free a month', 'of', 'read, and what was seen'], rows);
}

/** The text of docs/costs.md for a stage of these parts. */
export function costsDocument(stageName: string, stage: StageParts): string {
  const idle = estimate(demandsOf(0, stage));
  const all = sizes.map((shops) => ({ shops, estimate: estimate(demandsOf(shops, stage)) }));
  const job = reconcileJob(stage);
  const largest = demandsOf(most, stage);
  const mirror = stage.jobs.find(({ name }) => name === 'mirror-devices');
  const syncMinutes = mirror?.everyMinutes ?? usualSyncMinutes;
  const requests = recordRequests(monthOf(most), syncMinutes).devices;
  const there = new Set<string>(calls.map(({ name }) => name));
  const missing = Object.keys(traffic).filter((name) => !there.has(name));
  const ofLargest = (price: string): number => estimate(largest).lines.find((line) => line.price === price)?.usd ?? 0;

  return `# What a stage costs

Written by \`npm run costs\` from \`infra/costs\` (prices, assumptions, what each call and job takes) and the templates of the stage \`${stageName}\`; a test proves that it is. US dollars a month,
before tax, in ap-northeast-1 (Tokyo), in an account that has nothing else in its free parts. An estimate: nothing was deployed, and how owners use the portal is assumed. What is free for twelve
months only is not counted as free.

${table(
  ['', 'idle', ...sizes.map((shops) => `${number(shops)} shops`)],
  [
    ['a month', dollars(idle.usd), ...all.map((one) => dollars(one.estimate.usd))],
    ['a shop', '', ...all.map((one) => `$${Number((one.estimate.usd / one.shops).toPrecision(2))}`)],
  ],
)}

## An idle stage

What a stage costs before anybody comes: ${several(stage.alarms, 'alarm')} (on ${several(stage.alarmMetrics, 'metric')}), ${several(stage.secrets, 'secret')}, ${several(stage.keys, 'key')},
${several(stage.firewalls, 'firewall')} with ${several(stage.firewallRules, 'rule')}, ${several(stage.dashboards, 'dashboard')}, ${several(stage.jobs.length, 'job')} by the clock. \`waf\` and \`ownKey\` of infra/stage/stages.ts switch firewall and key off. A key that
was rotated costs a dollar more for each of the first two rotations. The hosted zone of the domain is not counted.

${tableOf(idle)}${freeOf(idle)}

${all.map((one) => `## ${number(one.shops)} shops\n\n${tableOf(one.estimate)}${freeOf(one.estimate)}`).join('\n\n')}

## What drives it

- **Users.** Above 10,000 active owners each costs 1.5 cents on Cognito's plan Essentials, which a new pool has where its template names none. With the plan Lite ${number(most)} shops would cost
  ${dollars(withLite(largest))} in place of ${dollars(estimate(largest).usd)} (\`featurePlan\` in infra/stacks/auth-stack.ts). The portal uses passwords, SMS, authenticator apps and one trigger; compare that with
  Cognito's [list of what each plan has](https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-sign-in-feature-plans.html) first.
- **SMS.** ${dollars(ofLargest('sms'))} at ${number(most)} shops, with a tenth of the owners and one sign-in a month. An authenticator app costs nothing. The price is not AWS's own: see below.
- **Stripe's events** each read a shop again and write its last known state, 13 kB with two years of payments: most of DynamoDB's writes
  and of Lambda's work at ${number(most)} shops.
- **Metrics of single routes** (${number(stage.routes)} routes, six metrics each) are paid for by the hour in which a route was called: from nothing to ${dollars(ofLargest('metrics'))}. The alarms by call need them.

## Reading every shop again

\`reconcile-shops\` runs every ${number(job.everyMinutes)} minutes. It goes through the users table part by part, reads the shops of each from Stripe, the oldest first and five at once, and where its
${number(job.timeout / 60)} minutes are up, the next run goes on. So a run costs what it reads, and not more with a larger table.

${reconcileRows(stage)}

Most of this is writing each state again though nothing changed. Events and home, which reads what is older than a day, keep what is shown right all the while; the job finds what events did not tell. Where
all of them take too long, run it more often: \`reconcileMinutes\` of infra/stage/stages.ts (docs/decisions/021).

## What others take

- **Stripe** takes a share of each payment (3.6 % of a card payment in Japan, as quoted on ${prices.sms.read}, and Billing's own fee: [prices](https://stripe.com/jp/pricing)): of 9,900 yen that is
  ${Math.round(9_900 * 0.036)} yen, many times what AWS takes for a shop.
- **Kintone** is paid by user ([prices](https://kintone.cybozu.co.jp/price/)) and allows ${number(recordRequestsADay)} requests an app and day on its Standard course, ten times that on Wide
  ([limits](https://cybozu.dev/ja/kintone/tips/best-practices/performance/kintone-api-request-limit-exceeded-guide)). Screens ask it nothing. With a mirror every ${number(syncMinutes)} minutes and one full comparison a day${mirror ? '' : ' (the stage has no mirror yet)'}:

${recordRows(syncMinutes)}

At ${number(most)} shops the app of devices comes to ${Math.round((100 * requests) / recordRequestsADay)} % of the limit, nearly all of it the daily comparison; every minute in place of every ${number(syncMinutes)} would make it ${Math.round((100 * recordRequests(monthOf(most), 1).devices) / recordRequestsADay)} %.

## Assumed

${texts(
  ['what', '', 'why'],
  Object.values(assumptions).map(({ value, what, why }) => [what, String(value), why]),
)}

Which call is made how often, and what it takes: \`infra/costs/traffic.ts\`. Sizes of items come from their shapes: \`infra/costs/item-sizes.ts\`.${missing.length === 0 ? '' : ` Counted, though the contract has no such call yet: ${missing.join(', ')}.`} Left out, for being cents: what functions send to Stripe and Kintone (the first 100 GB a month
are free), and deployments.

## Prices

Looked up on the day that stands there, in stored copies of public pages and quotations of AWS's price list: the live pages were not read. **Nearest** marks a price that was not found for Tokyo. Look up those, and SMS above all, before relying on a sum.

${priceRows()}
`;
}
