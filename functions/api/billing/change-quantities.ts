import * as billing from '#shared/contract/billing';
import { announceNamed } from '../../domain/movements/announce-change';
import { changeQuantities } from '../../domain/quantities/change-quantities';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.changeQuantities, async ({ caller, params, body, idempotency }) => {
  await announceNamed(caller, params.id, body);
  return changeQuantities(caller, params.id, body, idempotency);
});
