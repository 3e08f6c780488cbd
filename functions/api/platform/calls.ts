import * as platform from '#shared/contract/platform';
import { stageContact } from '../../domain/stage-settings';
import { defineFreeHandler } from '../../http/define-handler';
import { optionalEnv, requireEnv } from '../../runtime/environment';

export const getConfig = defineFreeHandler(platform.getConfig, async () => ({
  stage: requireEnv('STAGE'),
  stripePublishableKey: requireEnv('STRIPE_PUBLISHABLE_KEY'),
  stripeJsUrl: optionalEnv('STRIPE_JS_URL') ?? null,
  postalLookupUrl: requireEnv('POSTAL_LOOKUP_URL'),
  contact: stageContact(),
}));
