import { setAutoRenewal as setAutoRenewalCall } from '#shared/contract/billing';
import { answerChange } from '../../domain/shops/answer-change';
import { setAutoRenewal } from '../../domain/subscriptions/cancel-subscription';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(setAutoRenewalCall, async ({ caller, params, body }) => {
  const { shop } = await answerChange(caller, params.id, ({ options }) =>
    setAutoRenewal(params.id, body?.autoRenewal, options),
  );
  return { shop };
});
