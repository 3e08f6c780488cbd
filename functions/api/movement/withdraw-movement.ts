import * as movement from '#shared/contract/movement';
import { withdrawMovement } from '../../domain/movements/change';
import { defineDeviceHandler } from '../../http/define-handler';

export const handler = defineDeviceHandler(movement.withdrawMovement, ({ caller, params }) =>
  withdrawMovement(caller, params.id),
);
