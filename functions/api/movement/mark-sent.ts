import * as movement from '#shared/contract/movement';
import { markSent } from '../../domain/movements/change';
import { defineDeviceHandler } from '../../http/define-handler';

export const handler = defineDeviceHandler(movement.markSent, ({ caller, params, body }) =>
  markSent(caller, params.id, body),
);
