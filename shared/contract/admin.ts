import * as z from 'zod/mini';
import { defineCall } from './call';

/** Each reading is written to the audit record. */
export const getMasterPassword = defineCall({
  name: 'get-master-password',
  summary: 'The password that signs an administrator in as any user',
  method: 'GET',
  path: '/api/master-password/status',
  access: 'admin',
  response: z.object({ masterPassword: z.string(), description: z.string() }),
});

/** `lastDeviceSync` in unix seconds; null before the first run has ended. */
export const getSystemInformation = defineCall({
  name: 'get-system-information',
  summary: 'Stage, version, region and the last synchronisation of devices',
  method: 'GET',
  path: '/api/admin/system',
  access: 'admin',
  response: z.object({
    stage: z.string(),
    version: z.string(),
    region: z.string(),
    lastDeviceSync: z.nullable(z.number()),
  }),
});
