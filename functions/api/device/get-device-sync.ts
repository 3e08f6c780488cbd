import * as device from '#shared/contract/device';
import { getDeviceSync } from '../../domain/devices/get-device-sync';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(device.getDeviceSync, async ({ caller }) => ({
  finishedAt: await getDeviceSync(caller.userId),
}));
