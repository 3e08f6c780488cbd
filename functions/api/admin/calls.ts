import * as admin from '#shared/contract/admin';
import { lastDeviceSync } from '../../adapters/devices-table/sync-jobs';
import { lacksSecondStep } from '../../domain/impersonation/administrator';
import * as masterPassword from '../../domain/impersonation/master-password';
import { defineAdminHandler } from '../../http/define-handler';
import { requireEnv } from '../../runtime/environment';

export const getMasterPassword = defineAdminHandler(admin.getMasterPassword, (request) =>
  masterPassword.makeMasterPassword(request),
);

export const makeMasterPassword = defineAdminHandler(admin.makeMasterPassword, (request) =>
  masterPassword.makeMasterPassword(request, request.body.reason),
);

export const getSystemInformation = defineAdminHandler(admin.getSystemInformation, async ({ administrator }) => ({
  stage: requireEnv('STAGE'),
  version: requireEnv('VERSION'),
  region: process.env['AWS_REGION'] ?? '',
  lastDeviceSync: await lastDeviceSync(),
  lacksSecondStep: lacksSecondStep(administrator),
}));
