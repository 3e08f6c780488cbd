import * as billing from '#shared/contract/billing';
import { cancelSubscription } from '../../domain/endings/cancel-subscription';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.cancelSubscription, ({ caller, params }) =>
  cancelSubscription(caller, params.id),
);
