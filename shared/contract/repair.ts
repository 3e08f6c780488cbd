import * as z from 'zod/mini';
import { repairRecordSchema, repairRequestSchema, workRecordSchema } from '../model/device';
import { defineCall } from './call';
import { deviceRequest, requestErrors } from './parts';

/**
 * Newest first, from the mirror. Any path value that is not one of the caller's serial numbers is refused with 404,
 * whatever its length.
 */
export const listRepairs = defineCall('list-repairs', 'GET /api/devices/{serial}/repair-history', {
  summary: 'The repairs of a device',
  access: 'user',
  owns: [{ kind: 'device', at: 'params.serial' }],
  params: z.object({ serial: z.string() }),
  response: z.array(repairRecordSchema),
});

/** Oldest first, from the mirror. */
export const listWorkRecords = defineCall('list-work-records', 'GET /api/repair-history/{recordId}/work-records', {
  summary: 'What was done in a repair',
  access: 'user',
  owns: [{ kind: 'repair', at: 'params.recordId' }],
  params: z.object({ recordId: z.string() }),
  response: z.array(workRecordSchema),
});

/** For sold devices; an unfinished repair blocks another one (spec 4, Repair wizard). */
export const requestRepair = defineCall('request-repair', 'POST /api/devices/repair-request', {
  summary: 'Ask for the repair of a device that was bought',
  ...deviceRequest,
  owns: [{ kind: 'device', at: 'body.serialNumber' }],
  body: repairRequestSchema,
  errors: [...requestErrors, 'REPAIR_IN_PROGRESS'],
});
