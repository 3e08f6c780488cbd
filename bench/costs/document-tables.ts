import { added } from './changes';
import type { Estimate, Line } from './estimate';
import { reconcile, recordRequests } from './jobs';
import type { Price } from './prices/price';
import { prices } from './prices/prices';
import type { StageParts } from './stage-parts';
import { stripeReads } from './stripe-reads';
import { dollars, number, table, texts } from './tables';
import { monthOf } from './traffic';
import { demandsOf } from './usage';

/** The numbers of shops in docs/costs.md. */
export const sizes = [100, 10_000, 1_000_000] as const;

const nameOf = ({ price }: Pick<Line, 'price'>): string => `${prices[price].service}: ${prices[price].what}`;
/** The unit's form after a count. */
const units = (unit: string, count: number): string => (unit === 'GB' || count === 1 ? unit : `${unit}s`);

/** The causes that make up most of a line. */
const mostlyFor = ({ usd, causes }: Line): string =>
  causes
    .filter((one) => one.usd >= usd / 10)
    .slice(0, 3)
    .map((one) =>
      causes.length === 1 || one.usd > 0.99 * usd ? one.cause : `${one.cause} ${Math.round((100 * one.usd) / usd)} %`,
    )
    .join(', ');

/** The lines of an estimate, without those that hardly count. */
export function tableOf({ lines, usd }: Estimate): string {
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
export function freeOf({ lines }: Estimate): string {
  const free = lines.filter(({ price, usd, quantity }) => usd === 0 && quantity >= 1 && 'free' in prices[price]);
  if (free.length === 0) return '';
  const each = free.map(
    (line) => `${nameOf(line)} (${number(line.quantity)} ${units(prices[line.price].unit, line.quantity)})`,
  );
  return `\n\nWithin the free part: ${each.join('; ')}.`;
}

/** How a pass over all shops grows with their number. */
export function reconcileRows(stage: StageParts): string {
  return table(
    ['shops', 'its scan takes', 'all of them read in', 'dollars a month'],
    sizes.map((shops) => {
      const { seconds, scanSeconds } = reconcile(monthOf(shops));
      const [time, cost] = [seconds / 3600, added(demandsOf(shops, stage), 'reconcile-shops')];
      return [number(shops), `${number(scanSeconds)} s`, `${number(time)} h`, dollars(cost)];
    }),
  );
}

/** Requests of Kintone a day, by app. */
export function recordRows(syncMinutes: number): string {
  const head = ['shops', 'devices', 'repairs', 'work records', 'requests'];
  return table(
    head,
    sizes.map((shops) => [number(shops), ...Object.values(recordRequests(monthOf(shops), syncMinutes)).map(number)]),
  );
}

/** Reads of Stripe in a month, for each shop. */
export function stripeRows(stage: StageParts): string {
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

/** Every price with its source. */
export function priceRows(): string {
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
