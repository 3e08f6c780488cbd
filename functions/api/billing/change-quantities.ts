import * as billing from '#shared/contract/billing';
import { changeQuantities } from '../../domain/quantities/change-quantities';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.changeQuantities, ({ caller, params, body, idempotency }) =>
  changeQuantities(caller, params.id, body, idempotency),
);
