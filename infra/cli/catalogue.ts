import { parseArgs } from 'node:util';
import type { Stripe } from 'stripe';
import { ensureCatalogue, type CatalogueOutcome } from '#shared/ensure-catalogue';
import { stageSettings } from '../stage/stages';
import { runTool } from './stage-argument';
import { readStageSecret, stripeClient } from './stage-secrets';
import { taxSubscriptions } from './tax-subscriptions';

/** The secret key of a stage, or of the shell if no stage is named. */
async function stripeAccount(stageName: string | undefined): Promise<{ secretKey: string; base: string | undefined }> {
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
  return { secretKey, base: stage.stripe.apiBase };
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

/**
 * `npm run catalogue -- --stage NAME [--dry-run]`, or with STRIPE_SECRET_KEY instead of a stage: lists the account's
 * catalogue, then creates the missing products, prices and tax rates, and gives the tax rate to subscriptions without
 * one. A difference is shown and not changed. With `--dry-run` nothing is changed. Exit code 1 if anything is missing
 * or different at the end.
 */
await runTool(async () => {
  const { values } = parseArgs({ options: { stage: { type: 'string' }, 'dry-run': { type: 'boolean' } } });
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
  if (!isComplete || !isTaxed) process.exitCode = 1;
});
