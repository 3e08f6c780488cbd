import { listRepairs as call } from '#shared/contract/repair';
import { listRepairs } from '../../domain/devices/list-repairs';
import { defineDeviceHandler } from '../../http/define-device-handler';

export const handler = defineDeviceHandler(call, ({ params }) => listRepairs(params.serial));
