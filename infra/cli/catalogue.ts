import { ensureCatalogue, type CatalogueOutcome } from './ensure-catalogue';
import { runTool, stageArgument } from './stage-argument';
import { readStageSecret, stripeClient } from './stage-secrets';

/** The key of a stage's secret; without `--stage` the one of the shell. */
async function stripeAccount(words: readonly string[]): Promise<{ secretKey: string; base: string | undefined }> {
  if (!words.some((word) => word.startsWith('--stage'))) {
    const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: base } = process.env;
    if (!secretKey)
      throw new Error('Name a stage (--stage NAME), or set STRIPE_SECRET_KEY to the secret key of a Stripe account');
    return { secretKey, base };
  }
  const stage = stageArgument(words);
  const secretKey = (await readStageSecret(stage, 'stripe'))?.['secretKey'];
  if (!secretKey)
    throw new Error(
      `The stage "${stage.name}" has no Stripe key yet: deploy it, then put the keys into its secret (docs/deploy.md)`,
    );
  return { secretKey, base: stage.stripe.apiBase };
}

function tell(outcomes: readonly CatalogueOutcome[]): void {
  for (const { lookupKey, outcome, detail } of outcomes)
    console.log(`  ${lookupKey}: ${outcome}${detail === undefined ? '' : ` (${detail})`}`);
}

/**
 * `npm run catalogue -- --stage NAME [--dry-run]`, or with STRIPE_SECRET_KEY in place of a stage: looks what the
 * account has of the catalogue, then makes the products and prices that it lacks. What differs is told and left as it
 * is. With `--dry-run` it only looks. Exit code 1 where something is missing or different at the end.
 */
await runTool(async () => {
  const words = process.argv.slice(2);
  const { secretKey, base } = await stripeAccount(words);
  const stripe = stripeClient(secretKey, base);
  console.log('What is there:');
  const found = await ensureCatalogue(stripe, { dryRun: true });
  tell(found);
  const isMissing = found.some(({ outcome }) => outcome === 'missing');
  const made = isMissing && !words.includes('--dry-run') ? await ensureCatalogue(stripe) : found;
  if (made !== found) {
    console.log('Made:');
    tell(made.filter(({ outcome }) => outcome === 'created'));
  }
  if (made.some(({ outcome }) => outcome === 'different' || outcome === 'missing')) process.exitCode = 1;
});
