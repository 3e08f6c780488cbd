import * as device from '#shared/contract/device';
import { syncDevices } from '../../domain/devices/sync';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(device.syncDevices, ({ caller }) => syncDevices(caller));
