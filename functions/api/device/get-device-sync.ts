import { getDeviceSync } from '#shared/contract/device';
import { lastSyncOf } from '../../domain/devices/get-device-sync';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(getDeviceSync, async ({ caller }) => ({
  finishedAt: await lastSyncOf(caller.userId),
}));
