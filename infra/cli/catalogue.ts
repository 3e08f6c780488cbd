import { ensureCatalogue } from './ensure-catalogue';
import { runTool, stageArgument } from './stage-argument';
import { readStageSecret, stripeClient } from './stage-secrets';

/** The key of a stage's secret; without `--stage` the one of the shell. */
async function stripeAccount(words: readonly string[]): Promise<{ secretKey: string; base: string | undefined }> {
  if (!words.some((word) => word.startsWith('--stage'))) {
    const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: base } = process.env;
    if (!secretKey) throw new Error('Name a stage (--stage NAME), or set STRIPE_SECRET_KEY to the secret key of a Stripe account');
    return { secretKey, base };
  }
  const stage = stageArgument(words);
  const secretKey = (await readStageSecret(stage, 'stripe'))?.['secretKey'];
  if (!secretKey) throw new Error(`The stage "${stage.name}" has no Stripe key yet: deploy it, then put the keys into its secret (docs/deploy.md)`);
  return { secretKey, base: stage.stripe.apiBase };
}

/**
 * `npm run catalogue -- --stage NAME [--dry-run]`, or with STRIPE_SECRET_KEY in place of a stage: makes the products and prices that the account
 * lacks, and says what differs. With `--dry-run` it only looks.
 */
await runTool(async () => {
  const words = process.argv.slice(2);
  const { secretKey, base } = await stripeAccount(words);
  const outcomes = await ensureCatalogue(stripeClient(secretKey, base), { dryRun: words.includes('--dry-run') });
  for (const { lookupKey, outcome, detail } of outcomes) console.log(`${lookupKey}: ${outcome}${detail === undefined ? '' : ` (${detail})`}`);
  if (outcomes.some(({ outcome }) => outcome === 'different' || outcome === 'missing')) process.exitCode = 1;
});
