import * as billing from '#shared/contract/billing';
import { createSetupIntent } from '../../domain/cards/create-setup-intent';
import { defineHandler } from '../../http/define-handler';
import { requireEnv } from '../../runtime/environment';

export const handler = defineHandler(billing.createSetupIntent, async ({ caller, body = {} }) => {
  const publishableKey = requireEnv('STRIPE_PUBLISHABLE_KEY');
  return { clientSecret: await createSetupIntent(caller, body), publishableKey };
});
