import * as billing from '#shared/contract/billing';
import { cancelSubscription } from '../../domain/endings/end-subscription';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.cancelSubscription, ({ caller, params }) =>
  cancelSubscription(caller, params.id),
);
