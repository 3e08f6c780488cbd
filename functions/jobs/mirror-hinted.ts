import { syncHinted } from '../domain/devices/sync';
import { defineJob } from '../define-job';

/** Mirrors at once what Kintone's webhook hinted at (decisions/devices). */
export const handler = defineJob('mirror-hinted', syncHinted, { reserveMs: 45_000, isIdle: ({ hinted }) => !hinted });
