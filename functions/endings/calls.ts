import * as billing from '#shared/contract/billing';
import * as ending from './end-subscription';
import * as endingPreview from './preview-ending';
import { defineHandler } from '#functions/http/define-handler';

export const setAutoRenewal = defineHandler(billing.setAutoRenewal, ({ caller, params, body }) =>
  ending.setAutoRenewal(caller, params.id, body?.autoRenewal),
);

export const cancelSubscription = defineHandler(billing.cancelSubscription, ({ caller, params }) =>
  ending.cancelSubscription(caller, params.id),
);

export const previewEnding = defineHandler(billing.previewEnding, ({ params }) =>
  endingPreview.previewEnding(params.id),
);
