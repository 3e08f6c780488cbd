import * as platform from '#shared/contract/platform';
import { pageErrorLine, withoutData } from '#shared/error-report';
import { stageContact } from '../../domain/stage-settings';
import { defineFreeHandler, definePublicHandler } from '../../http/define-handler';
import { optionalEnv, requireEnv } from '../../runtime/environment';
import { logger } from '../../runtime/logger';

export const getConfig = defineFreeHandler(platform.getConfig, async () => ({
  stage: requireEnv('STAGE'),
  stripePublishableKey: requireEnv('STRIPE_PUBLISHABLE_KEY'),
  stripeJsUrl: optionalEnv('STRIPE_JS_URL') ?? null,
  postalLookupUrl: requireEnv('POSTAL_LOOKUP_URL'),
  contact: stageContact(),
}));

/** Cleaned again, because anybody may send it. The alarm of the page's errors counts the line. */
export const reportClientError = definePublicHandler(platform.reportClientError, async ({ body }) => {
  logger.warn(pageErrorLine, { ...body, message: withoutData(body.message) });
  return { received: true };
});
