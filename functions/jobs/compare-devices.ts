import { compareDevices } from '../domain/movements/compare-devices';
import { defineJob } from '../define-job';

/** Tells the staff of devices that are held and not billed, or billed and not held. */
export const handler = defineJob('compare-devices', compareDevices, {
  reserveMs: 10_000,
  failure: ({ compared, failed, left }) =>
    left > 0 || (failed > 0 && compared === 0) ? `${failed + left} shops could not be compared` : undefined,
});
