import * as z from 'zod/mini';
import { impersonationReasonSchema } from '../model/impersonation';
import { defineCall } from './call';

/**
 * The call of spec 7. Like {@link makeMasterPassword} without a reason; the impersonated user then reads that none was
 * given. Each reading is written to the audit record.
 */
export const getMasterPassword = defineCall('get-master-password', 'GET /api/master-password/status', {
  summary: 'A password that signs the administrator in as any user, without a reason',
  access: 'admin',
  cost: { change: 1 },
  recentAuthentication: true,
  response: z.object({ masterPassword: z.string(), description: z.string() }),
  errors: ['SECOND_STEP_REQUIRED'],
});

/**
 * Made for the caller and valid for 15 minutes; only its hash is kept. Every use names the caller and `reason`
 * to the user and in the audit record.
 */
export const makeMasterPassword = defineCall('make-master-password', 'POST /api/master-password', {
  summary: 'A password that signs the administrator in as any user, for a reason',
  access: 'admin',
  changes: [],
  recentAuthentication: true,
  body: z.object({ reason: impersonationReasonSchema }),
  response: z.object({ masterPassword: z.string(), description: z.string() }),
  errors: ['SECOND_STEP_REQUIRED'],
});

/**
 * `lastDeviceSync` in unix seconds; null before the first run has ended. With `lacksSecondStep` the caller must set up
 * a second step before they get a master password.
 */
export const getSystemInformation = defineCall('get-system-information', 'GET /api/admin/system', {
  summary: 'Stage, version, region and the last synchronisation of devices',
  access: 'admin',
  response: z.object({
    stage: z.string(),
    version: z.string(),
    region: z.string(),
    lastDeviceSync: z.nullable(z.number()),
    lacksSecondStep: z.boolean(),
  }),
});
