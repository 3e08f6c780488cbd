import { reconciling } from '#shared/limits';
import { assumptions } from './assumptions';
import { added, jobOf } from './changes';
import { dollars, number, table, texts } from './tables';
import { planFeatures, planRows } from './plans';
import { estimate, type Estimate, type Line } from './estimate';
import { reconcile, recordRequests, recordRequestsADay } from './jobs';
import type { Price } from './prices/price';
import { prices } from './prices/prices';
import { readAllowance, stripeReads } from './stripe-reads';
import type { StageParts } from './stage-parts';
import { monthOf } from './traffic';
import { demandsOf } from './usage';
import { wrapProse } from './wrap';

/** The numbers of shops in docs/costs.md. */
const sizes = [100, 10_000, 1_000_000] as const;
const [, , most] = sizes;

const nameOf = ({ price }: Pick<Line, 'price'>): string => `${prices[price].service}: ${prices[price].what}`;
/** The unit's form after a count. */
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

/** The services that would cost something without their free part. */
function freeOf({ lines }: Estimate): string {
  const free = lines.filter(({ price, usd, quantity }) => usd === 0 && quantity >= 1 && 'free' in prices[price]);
  if (free.length === 0) return '';
  const each = free.map(
    (line) => `${nameOf(line)} (${number(line.quantity)} ${units(prices[line.price].unit, line.quantity)})`,
  );
  return `\n\nWithin the free part: ${each.join('; ')}.`;
}

function reconcileRows(stage: StageParts): string {
  const job = jobOf(stage, 'reconcile-shops');
  return table(
    ['shops', 'its scan takes', 'shops read in a run', 'all of them in', 'dollars a month'],
    sizes.map((shops) => {
      const one = reconcile(monthOf(shops), job);
      const more = jobOf(stage, 'continue-reconciling');
      const hours = ((Math.ceil(shops / one.read) - 1) * more.everyMinutes + job.timeout / 60) / 60;
      return [
        number(shops),
        `${number(one.scanSeconds)} s`,
        number(one.read),
        hours < 72 ? `${number(hours)} h` : `${number(hours / 24)} days`,
        dollars(added(demandsOf(shops, stage), job.name) + added(demandsOf(shops, stage), more.name)),
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

/** Reads of Stripe in a month, for each shop. */
function stripeRows(stage: StageParts): string {
  const all = sizes.map((shops) => ({ shops, reads: stripeReads(shops, stage) }));
  const causes = Object.keys(all[0]?.reads ?? {}) as (keyof ReturnType<typeof stripeReads>)[];
  const aShop = (reads: number, shops: number): string => String(Number((reads / shops).toFixed(1)));
  return table(
    ['reads a shop and month', ...sizes.map((shops) => `${number(shops)} shops`)],
    [
      ...causes.map((cause) => [cause, ...all.map(({ shops, reads }) => aShop(reads[cause], shops))]),
      [
        '**sum**',
        ...all.map(
          ({ shops, reads }) =>
            `**${aShop(
              Object.values(reads).reduce((sum, one) => sum + one, 0),
              shops,
            )}**`,
        ),
      ],
    ],
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
  const job = jobOf(stage, 'reconcile-shops');
  const largest = demandsOf(most, stage);
  const syncMinutes = jobOf(stage, 'mirror-devices').everyMinutes;
  const requests = recordRequests(monthOf(most), syncMinutes).devices;
  const ofLargest = (price: string): number => estimate(largest).lines.find((line) => line.price === price)?.usd ?? 0;

  return wrapProse(`# What a stage costs

Written by \`npm run costs\` from \`bench/costs\` (prices, assumptions, the work of each call and job) and the
templates of the stage \`${stageName}\`;
a test fails while it differs, so that a change shows what it costs. US dollars a month, before tax, in
ap-northeast-1 (Tokyo), in an account that
uses its free parts for nothing else. It is an estimate: nothing was deployed, and how owners use the portal is
assumed. What is free for the first
twelve months only is not counted as free.

${table(
  ['', 'idle', ...sizes.map((shops) => `${number(shops)} shops`)],
  [
    ['a month', dollars(idle.usd), ...all.map((one) => dollars(one.estimate.usd))],
    ['a shop', '', ...all.map((one) => `$${Number((one.estimate.usd / one.shops).toPrecision(2))}`)],
  ],
)}

## An idle stage

What a stage costs without visitors: ${several(stage.alarms, 'alarm')} (on
${several(stage.alarmMetrics, 'metric')}), ${several(stage.secrets, 'secret')},
${several(stage.keys, 'key')}, ${several(stage.firewalls, 'firewall')} with ${several(stage.firewallRules, 'rule')},
${several(stage.dashboards, 'dashboard')}, ${several(stage.jobs.length, 'job')}. \`waf\` and \`ownKey\`
of infra/stage/stages.ts switch firewall and key on. A key costs a dollar more for each of its first two rotations.
The hosted zone of the domain is not counted.

${tableOf(idle)}${freeOf(idle)}

${all.map((one) => `## ${number(one.shops)} shops\n\n${tableOf(one.estimate)}${freeOf(one.estimate)}`).join('\n\n')}

## What drives it

- **Users.** Above 10,000 active owners each costs half a cent and less on Cognito's plan Lite, three times that on
  Essentials: see "Cognito's plans".
- **SMS.** ${dollars(ofLargest('sms'))} at ${number(most)} shops, with a tenth of the owners and one sign-in a
  month. An authenticator app costs nothing. The price is not
  from AWS itself: see below.
- **Stripe's events.** Each reads a shop again and writes its snapshot, 13 kB with two years of payments: most
  of DynamoDB's writes and of Lambda's
  work at ${number(most)} shops.
- **Metrics of single routes** (${number(stage.routes)} routes, six metrics each) cost for each hour in which a
  route was called: from nothing to ${dollars(ofLargest('metrics'))}.
  The alarms of single calls need them.

## Cognito's plans

The setting \`cognitoPlan\` of infra/stage/stages.ts names the plan: \`lite\`, if it is left out, or \`essentials\`. It
can be changed any day by a deployment; users and passwords stay.

${planRows(stage, sizes)}

What Lite takes away, by Cognito's [list of features by
plan](https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-sign-in-feature-plans.html):

${planFeatures}

## Reading every shop again

\`reconcile-shops\` begins a pass every ${number(job.everyMinutes / 60)} hours. It goes through the users table part by
part and reads the shops of each part from Stripe, the oldest first, ${reconciling.shopsAtOnce} at a time. After
${number(job.timeout / 60)} minutes its time is up; \`continue-reconciling\` goes on there every
${number(jobOf(stage, 'continue-reconciling').everyMinutes)} minutes until the pass has ended. So a run costs what it
reads, however large the table is, and the number of runs follows the number of shops.

${reconcileRows(stage)}

Most of this is the cost of writing snapshots that did not change. Stripe's events keep the screens right, and
\`read-missed-events\` makes up for those that did not come; the list of shops reads again what is older than a day.
These jobs find what no event told. \`reconcileMinutes\` of infra/stage/stages.ts says how often a pass begins
(decisions 021 and 038), as far as Stripe's allowance goes.

## Reads of Stripe

Stripe allows an account ${number(readAllowance.aTransaction)} reads for each transaction on average over 30 days, and
${number(readAllowance.least)} a month at least ([rate limits](https://docs.stripe.com/rate-limits), "API read request
allocations"). A shop in its trial has no transaction, so the portal keeps to a fifth: at most
${number(readAllowance.aShop)} for each shop and month, for a small stage ${number(readAllowance.least)} in all.

${stripeRows(stage)}

## What other services charge

- **Stripe** takes a share of each payment (3.6 % of a card payment in Japan, as quoted on ${prices.sms.read},
  and Billing's own fee:
  [prices](https://stripe.com/jp/pricing)): of 9,900 yen that is ${Math.round(9_900 * 0.036)} yen, many times
  what AWS charges for a shop.
- **Kintone** is paid for each user ([prices](https://kintone.cybozu.co.jp/price/)) and allows
  ${number(recordRequestsADay)} requests an app and day on its Standard
  course, ten times that on Wide
  ([limits](https://cybozu.dev/ja/kintone/tips/best-practices/performance/kintone-api-request-limit-exceeded-guide)).
  Screens send it nothing. With a
  mirror every ${number(syncMinutes)} minutes and one full comparison a day:

${recordRows(syncMinutes)}

At ${number(most)} shops the app of devices reaches ${Math.round((100 * requests) / recordRequestsADay)} % of
the limit, nearly all of it by the daily comparison; a mirror every minute would make it
${Math.round((100 * recordRequests(monthOf(most), 1).devices) / recordRequestsADay)} %.

## Assumptions

${texts(
  ['what', '', 'why'],
  Object.values(assumptions).map(({ value, what, why }) => [what, String(value), why]),
)}

How often each call is made, and its work: \`bench/costs/traffic.ts\`. Sizes of items follow from their shapes:
\`bench/costs/item-sizes.ts\`. Left out,
because they cost cents: what functions send to Stripe and Kintone (the first 100 GB a month are free), and
deployments.

## Prices

Looked up on the day in the last column, in stored copies of public pages and quotations of AWS's price list;
the live pages were not read.
**Nearest** marks a price that was not found for Tokyo. Look those up, and SMS above all, before you rely on a sum.

${priceRows()}`);
}
