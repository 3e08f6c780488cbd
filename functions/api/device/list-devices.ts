import * as device from '#shared/contract/device';
import { listDevices } from '../../domain/devices/list-devices';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(device.listDevices, ({ caller, query }) => listDevices(caller, query.after));
