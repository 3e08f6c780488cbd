import * as billing from '#shared/contract/billing';
import { announceNamed } from '../../domain/booking/announce-change';
import { shopOfSubscription } from '../../domain/shops/find-shop';
import { changeQuantities } from '../../domain/quantities/change-quantities';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.changeQuantities, async ({ caller, params, body, idempotency }) => {
  await announceNamed(shopOfSubscription(caller, params.id), params.id, body);
  return changeQuantities(caller, params.id, body, idempotency);
});
