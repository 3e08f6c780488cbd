import { cancelSubscription as cancelSubscriptionCall } from '#shared/contract/billing';
import { answerChange } from '../../domain/shops/answer-change';
import { cancelSubscription } from '../../domain/subscriptions/cancel-subscription';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(cancelSubscriptionCall, async ({ caller, params }) => {
  const { shop } = await answerChange(caller, params.id, ({ options }) => cancelSubscription(params.id, options));
  return { shop };
});
