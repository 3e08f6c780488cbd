import { paySubscription as paySubscriptionCall } from '#shared/contract/billing';
import { paySubscription } from '../../domain/subscriptions/pay-subscription';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(paySubscriptionCall, async ({ caller, params }) =>
  paySubscription(caller, params.id),
);
