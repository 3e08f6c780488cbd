import * as repair from '#shared/contract/repair';
import { listRepairs } from '../../domain/devices/list-repairs';
import { defineDeviceHandler } from '../../http/define-device-handler';

export const handler = defineDeviceHandler(repair.listRepairs, ({ params }) => listRepairs(params.serial));
