import * as movement from '#shared/contract/movement';
import * as change from './change';
import { defineDeviceHandler, defineHandler } from '#functions/http/define-handler';

export const listMovements = defineHandler(movement.listMovements, ({ caller, params }) =>
  change.listMovements(caller, params.id),
);

export const markSent = defineDeviceHandler(movement.markSent, ({ caller, params, body }) =>
  change.markSent(caller, params.id, body),
);

export const withdrawMovement = defineDeviceHandler(movement.withdrawMovement, ({ caller, params }) =>
  change.withdrawMovement(caller, params.id),
);
