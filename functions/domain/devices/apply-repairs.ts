import { mapWithLimit } from '../../adapters/map-with-limit';
import type { RepairItem, WorkItem } from '../../adapters/devices-table/items';
import { putRepair, putWork } from '../../adapters/devices-table/mirror-writes';
import { readPointers, readRepairs, readWork } from '../../adapters/devices-table/read-items';
import type { PassKind } from '../../adapters/devices-table/sync-jobs';
import { appOf, type KintoneRecord } from '../../adapters/records/apps';
import { toRepairItem, toWorkItem } from '../../adapters/records/to-items';
import { differs, parseRecords, type Applied } from './parse-records';
import { mostWrites } from './place-devices';

const repairContents = [
  'reportedAt',
  'item',
  'completed',
  'amount',
  'underWarranty',
] as const satisfies (keyof RepairItem)[];
const workContents = ['workedAt', 'item'] as const satisfies (keyof WorkItem)[];

/** Whether everything is compared, and not only what has a new revision. */
const compares = (kind: PassKind): boolean => kind === 'full' || kind === 'new-app';

/** Whether a record needs no write, because the mirror has the same or a later revision with the same contents. */
const isKnown = (kind: PassKind, revision: number, seen: number, differ: () => boolean): boolean =>
  kind === 'new-app' ? !differ() && seen === revision : seen > revision || (seen === revision && !differ());

/** Applies records of repairs; an unchanged one costs no write. */
export async function applyRepairs(records: readonly KintoneRecord[], kind: PassKind): Promise<Applied> {
  const { codes } = appOf('repairs');
  const { items, skipped, read } = parseRecords('repairs', records, (record) => toRepairItem(record, codes));
  const known = await readPointers(items.map((repair) => repair.repairId));
  const present = compares(kind) ? await readRepairs(known.values()) : undefined;
  const written = await mapWithLimit(mostWrites, items, async (repair) => {
    const pointer = known.get(repair.repairId);
    if (!pointer) return putRepair(repair, undefined);
    const differ = (): boolean =>
      present !== undefined &&
      (pointer.serialNumber !== repair.serialNumber ||
        differs(repair, present.get(repair.repairId) ?? {}, repairContents));
    return !isKnown(kind, repair.revision, pointer.revision, differ) && putRepair(repair, pointer);
  });
  return { changed: written.filter(Boolean).length, skipped, read, unplaced: [] };
}

/** Applies records of the steps of repairs. */
export async function applyWork(records: readonly KintoneRecord[], kind: PassKind): Promise<Applied> {
  const { codes } = appOf('workRecords');
  const { items, skipped, read } = parseRecords('workRecords', records, (record) => toWorkItem(record, codes));
  const known = await readWork(items);
  const unplaced: number[] = [];
  const written = await mapWithLimit(mostWrites, items, async (work) => {
    const present = known.get(work.workId);
    if (!present) {
      if (work.revision > 1) unplaced.push(Number(work.workId));
      return putWork(work, undefined);
    }
    const differ = (): boolean => compares(kind) && differs(work, present, workContents);
    return !isKnown(kind, work.revision, present.revision, differ) && putWork(work, present);
  });
  return { changed: written.filter(Boolean).length, skipped, read, unplaced };
}
