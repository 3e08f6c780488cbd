import * as z from 'zod/mini';
import { repairRecordSchema, repairRequestSchema, workRecordSchema } from '../model/device';
import { defineCall } from './call';
import { acceptedSchema, requestErrors } from './device-request';

/**
 * Newest first, from the mirror. Whatever stands in the path and is no device of the caller's is not found, be it
 * ever so long.
 */
export const listRepairs = defineCall({
  name: 'list-repairs',
  noun: 'repair',
  summary: 'The repairs of a device',
  method: 'GET',
  path: '/api/devices/{serial}/repair-history',
  access: 'user',
  reads: 'snapshots',
  owns: [{ kind: 'device', at: 'params.serial' }],
  params: z.object({ serial: z.string() }),
  response: z.array(repairRecordSchema),
  errors: ['NOT_SIGNED_IN', 'DEVICE_NOT_FOUND'],
});

/** Oldest first, from the mirror. */
export const listWorkRecords = defineCall({
  name: 'list-work-records',
  noun: 'repair',
  summary: 'What was done in a repair',
  method: 'GET',
  path: '/api/repair-history/{recordId}/work-records',
  access: 'user',
  reads: 'snapshots',
  owns: [{ kind: 'repair', at: 'params.recordId' }],
  params: z.object({ recordId: z.string() }),
  response: z.array(workRecordSchema),
  errors: ['NOT_SIGNED_IN', 'REPAIR_NOT_FOUND'],
});

/** For devices that were sold; a repair that is not done blocks another (spec 4, Repair wizard). */
export const requestRepair = defineCall({
  name: 'request-repair',
  noun: 'repair',
  summary: 'Ask for the repair of a device that was bought',
  method: 'POST',
  path: '/api/devices/repair-request',
  access: 'user',
  reads: 'snapshots',
  owns: [{ kind: 'device', at: 'body.serialNumber' }],
  body: repairRequestSchema,
  response: acceptedSchema,
  errors: [...requestErrors, 'REPAIR_IN_PROGRESS'],
});
