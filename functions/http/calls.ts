import * as admin from '#shared/contract/admin';
import { lacksSecondStep } from '#functions/impersonation/impersonations';
import { defineAdminHandler, defineFreeHandler, definePublicHandler } from './define-handler';
import { requireEnv, optionalEnv, stageContact } from '#functions/platform/environment';
import * as platform from '#shared/contract/platform';
import { pageErrorLine, withoutData } from '#shared/error-report';
import { logger } from '#functions/platform/logger';
import { lastDeviceSync } from '#functions/devices/devices-table';

export const getSystemInformation = defineAdminHandler(admin.getSystemInformation, async ({ administrator }) => ({
  stage: requireEnv('STAGE'),
  version: requireEnv('VERSION'),
  region: process.env['AWS_REGION'] ?? '',
  lastDeviceSync: await lastDeviceSync(),
  lacksSecondStep: lacksSecondStep(administrator),
}));

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
