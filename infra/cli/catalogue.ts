import { parseArgs } from 'node:util';
import { ensureCatalogue, type CatalogueOutcome } from '#shared/ensure-catalogue';
import { stageSettings } from '../stage/stages';
import { runTool } from './stage-argument';
import { readStageSecret, stripeClient } from './stage-secrets';

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
  for (const { lookupKey, outcome, detail } of outcomes)
    console.log(`  ${lookupKey}: ${outcome}${detail === undefined ? '' : ` (${detail})`}`);
}

/**
 * `npm run catalogue -- --stage NAME [--dry-run]`, or with STRIPE_SECRET_KEY instead of a stage: shows the catalogue in
 * the account, then creates the missing products and prices. A difference is shown and not changed. With `--dry-run`
 * nothing is created. Exit code 1 if anything is missing or different at the end.
 */
await runTool(async () => {
  const { values } = parseArgs({ options: { stage: { type: 'string' }, 'dry-run': { type: 'boolean' } } });
  const { secretKey, base } = await stripeAccount(values.stage);
  const stripe = stripeClient(secretKey, base);
  console.log('What is there:');
  const found = await ensureCatalogue(stripe, { dryRun: true });
  print(found);
  const isMissing = found.some(({ outcome }) => outcome === 'missing');
  const result = isMissing && values['dry-run'] !== true ? await ensureCatalogue(stripe) : found;
  if (result !== found) {
    console.log('Created:');
    print(result.filter(({ outcome }) => outcome === 'created'));
  }
  if (result.some(({ outcome }) => outcome === 'different' || outcome === 'missing')) process.exitCode = 1;
});
