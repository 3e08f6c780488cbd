import { runSync } from '../domain/devices/run-sync';
import { defineJob } from '../define-job';

/** Mirrors what changed of repairs and of the work on them. */
export const handler = defineJob('mirror-repairs', (until) => runSync('repairs', until), { reserveMs: 45_000 });
