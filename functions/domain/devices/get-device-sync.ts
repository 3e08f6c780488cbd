import { lastDeviceSync, lastOwnSync } from '../../adapters/devices-table/sync-jobs';

/**
 * When the caller's devices were last read from the record system, in a scheduled run or on request; unix seconds,
 * null if never.
 */
export async function getDeviceSync(userId: string): Promise<number | null> {
  const times = (await Promise.all([lastDeviceSync(), lastOwnSync(userId)])).filter((time) => time !== null);
  return times.length > 0 ? Math.max(...times) : null;
}
