import { createSetupIntent } from '#shared/contract/billing';
import { beginCard } from '../../domain/cards/create-setup-intent';
import { defineHandler } from '../../http/define-handler';
import { requireEnv } from '../../runtime/environment';

export const handler = defineHandler(createSetupIntent, async ({ caller, body = {} }) => {
  const publishableKey = requireEnv('STRIPE_PUBLISHABLE_KEY');
  return { clientSecret: await beginCard(caller, body), publishableKey };
});
