import { runSync } from '../domain/devices/sync';
import { defineJob } from '../define-job';

/** Mirrors changed repairs and their steps. */
export const handler = defineJob('mirror-repairs', (until) => runSync('repairs', until), { reserveMs: 45_000 });
