import { changeQuantities as changeQuantitiesCall } from '#shared/contract/billing';
import { answerChange } from '../../domain/shops/answer-change';
import { changeQuantities } from '../../domain/quantities/change-quantities';
import { identifySubmit } from '../../domain/store/submit-key';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(changeQuantitiesCall, async ({ caller, params, body, headers }) => {
  const subscriptionId = params.id;
  const identity = identifySubmit(changeQuantitiesCall.name, { subscriptionId, ...body }, headers['idempotency-key']);
  const { shop, outcome } = await answerChange(caller, subscriptionId, (scope) =>
    changeQuantities({ ...scope, subscriptionId, identity, asked: body }),
  );
  return { shop, charge: outcome };
});
