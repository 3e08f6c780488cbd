import * as admin from '#shared/contract/admin';
import { lastDeviceSync } from '../../adapters/devices-table/sync-jobs';
import { defineHandler } from '../../http/define-handler';
import { requireEnv } from '../../runtime/environment';

export const handler = defineHandler(admin.getSystemInformation, async () => ({
  stage: requireEnv('STAGE'),
  version: requireEnv('VERSION'),
  region: process.env['AWS_REGION'] ?? '',
  lastDeviceSync: await lastDeviceSync(),
}));
