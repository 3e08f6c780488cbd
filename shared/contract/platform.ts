import * as z from 'zod/mini';
import { contactSchema } from '../model/business';
import { reportBounds, type ErrorReport } from '../error-report';
import { defineCall } from './call';
import { routes } from './routes';

/** The stage's settings that the one build needs at run time; all of them are public. */
export const getConfig = defineCall('get-config', 'GET /api/config', {
  summary: "The stage's public settings for the browser",
  access: 'public',
  response: z.object({
    stage: z.string(),
    stripePublishableKey: z.string(),
    /** Address of Stripe.js; null means js.stripe.com. */
    stripeJsUrl: z.nullable(z.string()),
    postalLookupUrl: z.string(),
    /** Where customers reach the staff. */
    contact: contactSchema,
  }),
});

const word = (most: number) => z.string().check(z.maxLength(most), z.regex(/^[\w/:.<>$ -]*$/));

/**
 * Anybody may send it, so nothing in it is trusted: it is bounded, counted by network and stage, cleaned again and
 * written to the log, where an alarm counts it (docs/runbook.md, "Errors of the page").
 */
export const reportClientError = defineCall({
  ...routes.reportClientError,
  summary: 'An error of the page: its kind and place, without data of anybody',
  access: 'public',
  changes: [],
  cost: { report: 1 },
  body: z.object({
    release: word(reportBounds.release),
    route: word(reportBounds.route),
    name: word(reportBounds.name),
    message: z.string().check(z.maxLength(reportBounds.message)),
    stack: z.array(word(reportBounds.frame)).check(z.maxLength(reportBounds.frames)),
  }) satisfies z.ZodMiniType<ErrorReport>,
  response: z.object({ received: z.boolean() }),
});

/**
 * Checks the signature on the raw body. A task then reads the shop again and records the event, so that order and
 * duplicates do not matter.
 */
export const stripeWebhook = defineCall('stripe-webhook', 'POST /api/webhooks/stripe', {
  summary: "Stripe's events",
  access: 'webhook',
  response: z.object({ received: z.boolean() }),
  errors: ['WEBHOOK_SIGNATURE_INVALID'],
});

/**
 * Kintone does not sign its webhooks: the end of the path is a secret of the stage, and a call with any other one gets
 * the response of an unknown path. A webhook only brings the next reading of the records forward (decisions/devices).
 */
export const kintoneWebhook = defineCall('kintone-webhook', 'POST /api/webhooks/kintone/{secret}', {
  summary: "Kintone's webhooks: hints at changed records",
  access: 'webhook',
  params: z.object({ secret: z.string() }),
  response: z.object({ received: z.boolean() }),
});
