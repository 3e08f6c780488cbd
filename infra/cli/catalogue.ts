import { parseArgs } from 'node:util';
import type { Stripe } from 'stripe';
import { ensureCatalogue, type CatalogueOutcome, findTaxRate, taxRates } from '#shared/catalogue';
import { priceLookupKeys, splitIntoTiers, tiers } from '#shared/model/pricing';
import { sum } from '#shared/numbers';
import { stageSettings } from '../stage/stages';
import { readStageSecret, runTool, stripeClient } from './stage';

/** The tax rates of an account's subscriptions after a run. */
export interface TaxedSubscriptions {
  /** Number of subscriptions that already had the rate. */
  there: number;
  /** Ids that were given the rate; with `dryRun`, that lack it. */
  changed: string[];
  /** Ids that wait for the payment of a change and were not changed: the next run finds them. */
  waiting: string[];
  /** Ids with other rates, which somebody gave them: not changed. */
  different: string[];
}

/** An ended or incomplete subscription gets no further invoice; an incomplete one got the rate at its creation. */
const invoiced: readonly Stripe.Subscription.Status[] = ['trialing', 'active', 'past_due', 'unpaid', 'paused'];

/**
 * Gives the 10 % inclusive tax rate to every subscription without a rate (decisions/subscriptions). Prices include the
 * tax, so no amount changes, and without items in the request nothing is prorated (fact
 * `rate-for-an-existing-subscription`). Safe to repeat. Throws if the account has no such rate.
 */
export async function taxSubscriptions(
  stripe: Stripe,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<TaxedSubscriptions> {
  const rate = await findTaxRate(stripe, taxRates.consumption);
  if (!rate) throw new Error(`The account has no tax rate ${taxRates.consumption.key}: npm run catalogue makes it`);
  const result: TaxedSubscriptions = { there: 0, changed: [], waiting: [], different: [] };
  for await (const subscription of stripe.subscriptions.list({ limit: 100 })) {
    if (!invoiced.includes(subscription.status)) continue;
    const rates = (subscription.default_tax_rates ?? []).map(({ id }) => id);
    const { id } = subscription;
    if (rates.length === 1 && rates[0] === rate.id) result.there += 1;
    else if (rates.length > 0) result.different.push(id);
    else if (subscription.pending_update) result.waiting.push(id);
    else {
      if (!dryRun) await stripe.subscriptions.update(id, { default_tax_rates: [rate.id], proration_behavior: 'none' });
      result.changed.push(id);
    }
  }
  return result;
}

/** The split of subscriptions over the price list after a run. */
export interface SplitSubscriptions {
  /** Number of subscriptions that are split as the list says. */
  there: number;
  /** Those that were split anew, with `dryRun` those that would be: yen a month before discounts. */
  changed: { id: string; devices: number; before: number; after: number }[];
  /** Ids that wait for the payment of a change, or that a schedule of Stripe manages: not changed. */
  waiting: string[];
}

/**
 * Splits the devices of every subscription over today's tiers after these have changed; a tier that stays keeps its
 * item and price. Nothing is charged for the running period (`proration_behavior: none`). Safe to repeat. Throws
 * without a price.
 */
export async function splitSubscriptions(
  stripe: Stripe,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<SplitSubscriptions> {
  const { data } = await stripe.prices.list({ lookup_keys: Object.values(priceLookupKeys), active: true });
  const prices = tiers.map((tier) => {
    const price = data.find((one) => one.lookup_key === priceLookupKeys[tier]);
    if (!price) throw new Error(`The account has no price ${priceLookupKeys[tier]}: npm run catalogue makes it`);
    return { tier, price };
  });
  const tierOf = new Map<string, string | undefined>();
  for await (const product of stripe.products.list({ limit: 100 })) tierOf.set(product.id, product.metadata['tier']);
  const result: SplitSubscriptions = { there: 0, changed: [], waiting: [] };
  for await (const { id, status, items, pending_update, schedule } of stripe.subscriptions.list({ limit: 100 })) {
    const rented = items.data.flatMap((item) => {
      const tier = tierOf.get(typeof item.price.product === 'string' ? item.price.product : item.price.product.id);
      return tier ? [{ id: item.id, tier, quantity: item.quantity ?? 0, yen: item.price.unit_amount ?? 0 }] : [];
    });
    const devices = sum(rented.map(({ quantity }) => quantity));
    if (!invoiced.includes(status) || devices === 0) continue;
    const split = splitIntoTiers(devices);
    const after = prices
      .filter(({ tier }) => split[tier] > 0)
      .map(({ tier, price }) => {
        const item = rented.find((one) => one.tier === tier);
        return { tier, item, price: price.id, quantity: split[tier], yen: item?.yen ?? price.unit_amount ?? 0 };
      });
    const kept = after.flatMap(({ item }) => (item ? [item.id] : []));
    const changes: Stripe.SubscriptionUpdateParams.Item[] = [
      ...after
        .filter(({ item, quantity }) => item?.quantity !== quantity)
        .map(({ item, price, quantity }) => (item ? { id: item.id, quantity } : { price, quantity })),
      ...rented.filter((item) => !kept.includes(item.id)).map((item) => ({ id: item.id, deleted: true })),
    ];
    const monthly = (lines: { quantity: number; yen: number }[]) => sum(lines.map((one) => one.quantity * one.yen));
    if (changes.length === 0) result.there += 1;
    else if (pending_update || schedule) result.waiting.push(id);
    else {
      if (!dryRun) await stripe.subscriptions.update(id, { items: changes, proration_behavior: 'none' });
      result.changed.push({ id, devices, before: monthly(rented), after: monthly(after) });
    }
  }
  return result;
}

/** The secret key of a stage, or of the shell if no stage is named. */
async function stripeAccount(stageName: string | undefined): Promise<{ secretKey: string; base?: string | undefined }> {
  if (stageName === undefined) {
    const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: base } = process.env;
    if (!secretKey)
      throw new Error('Name a stage (--stage NAME), or set STRIPE_SECRET_KEY to the secret key of a Stripe account');
    return { secretKey, base };
  }
  const stage = stageSettings(stageName);
  const secretKey = (await readStageSecret(stage, 'stripe'))?.['secretKey'];
  if (!secretKey)
    throw new Error(
      `The stage "${stage.name}" has no Stripe key yet: deploy it, then put the keys into its secret (docs/deploy.md)`,
    );
  return { secretKey };
}

function print(outcomes: readonly CatalogueOutcome[]): void {
  for (const { kind, key, outcome, detail } of outcomes)
    console.log(`  ${kind} ${key}: ${outcome}${detail === undefined ? '' : ` (${detail})`}`);
}

/** Gives the tax rate to the subscriptions without it; returns whether nothing is left to do. */
async function taxAll(stripe: Stripe, dryRun: boolean): Promise<boolean> {
  const { there, changed, waiting, different } = await taxSubscriptions(stripe, { dryRun });
  console.log('Subscriptions and the tax rate:');
  console.log(`  ${there} carry it; ${changed.length} ${dryRun ? 'lack it' : 'got it now'}`);
  if (waiting.length > 0)
    console.log(`  wait for the payment of a change, run this again later: ${waiting.join(', ')}`);
  if (different.length > 0) console.log(`  carry another rate, left as they are: ${different.join(', ')}`);
  return waiting.length + different.length + (dryRun ? changed.length : 0) === 0;
}

/** Splits the subscriptions over today's tiers; returns whether nothing is left to do. */
async function splitAll(stripe: Stripe, dryRun: boolean): Promise<boolean> {
  const { there, changed, waiting } = await splitSubscriptions(stripe, { dryRun });
  console.log('Subscriptions and the tiers:');
  console.log(`  ${there} are split as the list says; ${changed.length} ${dryRun ? 'are not' : 'were split anew'}`);
  for (const { id, devices, before, after } of changed)
    console.log(`  ${id}: ${devices} devices, ${before} yen a month before, ${after} yen from the next invoice on`);
  if (waiting.length > 0)
    console.log(`  wait for a payment or a schedule, run this again later: ${waiting.join(', ')}`);
  return waiting.length + (dryRun ? changed.length : 0) === 0;
}

const usage = `npm run catalogue -- --stage NAME [--split] [--dry-run]

Lists the catalogue of the stage's Stripe account, without a stage that of STRIPE_SECRET_KEY; then creates the missing
products, prices and tax rates, and gives the tax rate to subscriptions without one. A difference is shown and not
changed. With --split subscriptions on tiers that are gone are split anew. With --dry-run nothing is changed. Exit code
1 if anything is missing or different at the end.`;

void runTool(import.meta.url, usage, async () => {
  const { values } = parseArgs({
    options: { stage: { type: 'string' }, split: { type: 'boolean' }, 'dry-run': { type: 'boolean' } },
  });
  const dryRun = values['dry-run'] === true;
  const { secretKey, base } = await stripeAccount(values.stage);
  const stripe = stripeClient(secretKey, base);
  console.log('What is there:');
  const found = await ensureCatalogue(stripe, { dryRun: true });
  print(found);
  const isMissing = found.some(({ outcome }) => outcome === 'missing');
  const result = isMissing && !dryRun ? await ensureCatalogue(stripe) : found;
  if (result !== found) {
    console.log('Created:');
    print(result.filter(({ outcome }) => outcome === 'created'));
  }
  const isComplete = result.every(({ outcome }) => outcome === 'there' || outcome === 'created');
  const isTaxed = (dryRun && isMissing) || (await taxAll(stripe, dryRun));
  const isSplit = !values.split || (dryRun && isMissing) || (await splitAll(stripe, dryRun));
  if (!isComplete || !isTaxed || !isSplit) process.exitCode = 1;
});
