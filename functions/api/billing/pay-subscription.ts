import * as billing from '#shared/contract/billing';
import { paySubscription } from '../../domain/subscriptions/pay-subscription';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.paySubscription, ({ caller, params }) =>
  paySubscription(caller, params.id),
);
