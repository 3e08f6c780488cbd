import type { RepairRecord } from '#shared/model/device';

/**
 * Done when the record's flag says 1 (spec 3); anything else is under way and blocks a new request (spec 4, Repair
 * wizard).
 */
export const isDone = (repair: RepairRecord): boolean => repair.修理完了フラグ.value === '1';
