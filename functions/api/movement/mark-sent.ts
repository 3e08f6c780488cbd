import * as contract from '#shared/contract/movement';
import { markSent } from '../../domain/movements/change-movement';
import { defineDeviceHandler } from '../../http/define-device-handler';

export const handler = defineDeviceHandler(contract.markSent, ({ caller, params, body }) =>
  markSent(caller, params.id, body),
);
