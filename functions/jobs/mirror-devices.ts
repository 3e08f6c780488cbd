import { runSync } from '../domain/devices/sync';
import { defineJob } from '../define-job';

/** Mirrors changed devices, and reads the stage of requests from the staff's records. */
export const handler = defineJob('mirror-devices', (until) => runSync('devices', until), { reserveMs: 45_000 });
