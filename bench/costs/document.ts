import { reconciling } from '#shared/limits';
import { assumptions } from './assumptions';
import { jobOf } from './changes';
import { freeOf, priceRows, reconcileRows, recordRows, sizes, stripeRows, tableOf } from './document-tables';
import { estimate } from './estimate';
import { recordRequests, recordRequestsADay } from './jobs';
import { prices } from './prices/prices';
import type { StageParts } from './stage-parts';
import { readAllowance } from './stripe-reads';
import { dollars, number, table, texts } from './tables';
import { monthOf } from './traffic';
import { demandsOf } from './usage';
import { wrapProse } from './wrap';

const [, , most] = sizes;

const several = (count: number, what: string): string => `${number(count)} ${what}${count === 1 ? '' : 's'}`;

function introduction(stageName: string, stage: StageParts): string {
  const idle = estimate(demandsOf(0, stage));
  const all = sizes.map((shops) => ({ shops, usd: estimate(demandsOf(shops, stage)).usd }));
  return `# What a stage costs

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
    ['a month', dollars(idle.usd), ...all.map((one) => dollars(one.usd))],
    ['a shop', '', ...all.map((one) => `$${Number((one.usd / one.shops).toPrecision(2))}`)],
  ],
)}`;
}

function ofIdleStage(stage: StageParts): string {
  const idle = estimate(demandsOf(0, stage));
  return `## An idle stage

What a stage costs without visitors: ${several(stage.alarms, 'alarm')} (on
${several(stage.alarmMetrics, 'metric')}), ${several(stage.secrets, 'secret')},
${several(stage.keys, 'key')}, ${several(stage.firewalls, 'firewall')} with ${several(stage.firewallRules, 'rule')},
${several(stage.dashboards, 'dashboard')}, ${several(stage.jobs.length, 'job')}. \`waf\` and \`ownKey\`
of infra/stage/stages.ts switch firewall and key on. A key costs a dollar more for each of its first two rotations.
The hosted zone of the domain is not counted.

${tableOf(idle)}${freeOf(idle)}`;
}

const ofSize = (shops: number, stage: StageParts): string => {
  const one = estimate(demandsOf(shops, stage));
  return `## ${number(shops)} shops\n\n${tableOf(one)}${freeOf(one)}`;
};

function drivers(stage: StageParts): string {
  const { lines } = estimate(demandsOf(most, stage));
  const ofLargest = (price: string): number => lines.find((line) => line.price === price)?.usd ?? 0;
  return `## What drives it

- **Users.** Above 10,000 active owners each costs half a cent and less on Cognito's plan Lite.
- **SMS.** ${dollars(ofLargest('sms'))} at ${number(most)} shops, with a tenth of the owners and one sign-in a
  month. An authenticator app costs nothing. The price is not
  from AWS itself: see below.
- **Stripe's events.** Each reads a shop again and writes its snapshot, 13 kB with two years of payments: most
  of DynamoDB's writes and of Lambda's
  work at ${number(most)} shops.
- **Metrics of single routes** (${number(stage.routes)} routes, six metrics each) cost for each hour in which a
  route was called: from nothing to ${dollars(ofLargest('metrics'))}.
  The alarms of single calls need them.`;
}

function ofReconciling(stage: StageParts): string {
  const job = jobOf(stage, 'reconcile-shops');
  return `## Reading every shop again

\`reconcile-shops\` begins a pass every ${number(job.everyMinutes / 60)} hours. Tasks go through the users table part by
part, one after the other, and read the shops of each part from Stripe, the oldest first,
${reconciling.shopsAtOnce} at a time.

${reconcileRows(stage)}

Most of this is the cost of writing snapshots that did not change. Stripe's events keep the screens right, and
\`read-missed-events\` makes up for those that did not come; the list of shops reads again what is older than a day.
These jobs find what no event told. \`reconcileMinutes\` of infra/stage/stages.ts says how often a pass begins
(decisions/stripe), as far as Stripe's allowance goes.`;
}

const ofStripesReads = (stage: StageParts): string => `## Reads of Stripe

Stripe allows an account ${number(readAllowance.aTransaction)} reads for each transaction on average over 30 days, and
${number(readAllowance.least)} a month at least ([rate limits](https://docs.stripe.com/rate-limits), "API read request
allocations"). A shop in its trial has no transaction, so the portal keeps to a fifth: at most
${number(readAllowance.aShop)} for each shop and month, for a small stage ${number(readAllowance.least)} in all.

${stripeRows(stage)}`;

function ofOtherServices(stage: StageParts): string {
  const syncMinutes = jobOf(stage, 'mirror-devices').everyMinutes;
  const requests = recordRequests(monthOf(most), syncMinutes).devices;
  return `## What other services charge

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
${Math.round((100 * recordRequests(monthOf(most), 1).devices) / recordRequestsADay)} %.`;
}

const sources = (): string => `## Assumptions

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

${priceRows()}`;

/** The text of docs/costs.md for a stage of these parts. */
export const costsDocument = (stageName: string, stage: StageParts): string =>
  wrapProse(
    [
      introduction(stageName, stage),
      ofIdleStage(stage),
      ...sizes.map((shops) => ofSize(shops, stage)),
      drivers(stage),
      ofReconciling(stage),
      ofStripesReads(stage),
      ofOtherServices(stage),
      sources(),
    ].join('\n\n'),
  );
