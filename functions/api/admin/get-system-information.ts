import * as admin from '#shared/contract/admin';
import { lastDeviceSync } from '../../adapters/devices-table/sync-jobs';
import { lacksSecondStep } from '../../domain/impersonation/administrator';
import { defineAdminHandler } from '../../http/define-admin-handler';
import { requireEnv } from '../../runtime/environment';

export const handler = defineAdminHandler(admin.getSystemInformation, async ({ administrator }) => ({
  stage: requireEnv('STAGE'),
  version: requireEnv('VERSION'),
  region: process.env['AWS_REGION'] ?? '',
  lastDeviceSync: await lastDeviceSync(),
  lacksSecondStep: lacksSecondStep(administrator),
}));
