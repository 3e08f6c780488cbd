import * as device from '#shared/contract/device';
import { lastDeviceSync } from '../../adapters/devices-table/sync-jobs';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(device.getDeviceSync, async () => ({ finishedAt: await lastDeviceSync() }));
