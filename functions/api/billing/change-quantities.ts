import { changeQuantities as changeQuantitiesCall } from '#shared/contract/billing';
import { answerChange } from '../../domain/shops/answer-change';
import { changeQuantities } from '../../domain/quantities/change-quantities';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(changeQuantitiesCall, async ({ caller, params, body, idempotency }) => {
  const subscriptionId = params.id;
  const { shop, outcome } = await answerChange(caller, subscriptionId, (scope) =>
    changeQuantities({ ...scope, subscriptionId, identity: idempotency, asked: body }),
  );
  return { shop, charge: outcome };
});
