import { mapWithLimit } from '../../adapters/map-with-limit';
import { putRepair, putWork } from '../../adapters/devices-table/mirror-writes';
import { readPointers, readWork } from '../../adapters/devices-table/read-items';
import { appOf } from '../../adapters/records/apps';
import type { KintoneRecord } from '../../adapters/records/read-page';
import { toRepairItem, toWorkItem } from '../../adapters/records/to-items';
import { parseRecords, type Applied } from './parse-records';
import { mostWrites } from './apply-devices';

/** Applies records of repairs; an unchanged one costs no write. */
export async function applyRepairs(records: readonly KintoneRecord[]): Promise<Applied> {
  const { codes } = appOf('repairs');
  const { items, skipped, read } = parseRecords('repairs', records, (record) => toRepairItem(record, codes));
  const known = await readPointers(items.map((repair) => repair.repairId));
  const written = await mapWithLimit(mostWrites, items, async (repair) => {
    const present = known.get(repair.repairId);
    return (present === undefined || present.revision < repair.revision) && putRepair(repair, present);
  });
  return { changed: written.filter(Boolean).length, skipped, read };
}

/** Applies records of the steps of repairs. */
export async function applyWork(records: readonly KintoneRecord[]): Promise<Applied> {
  const { codes } = appOf('workRecords');
  const { items, skipped, read } = parseRecords('workRecords', records, (record) => toWorkItem(record, codes));
  const known = await readWork(items);
  const written = await mapWithLimit(mostWrites, items, async (work) => {
    const present = known.get(work.workId);
    return (present === undefined || present.revision < work.revision) && putWork(work);
  });
  return { changed: written.filter(Boolean).length, skipped, read };
}
