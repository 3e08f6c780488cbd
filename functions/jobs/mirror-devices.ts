import { runSync } from '../domain/devices/run-sync';
import { defineJob } from '../define-job';

/** Mirrors what changed of devices, and takes from the staff's records how far requests are. */
export const handler = defineJob('mirror-devices', (until) => runSync('devices', until), { reserveMs: 45_000 });
