import type { RepairRecord, WorkRecord } from '#shared/model/device';
import { listRepairsOf, listWorkOf } from '../../adapters/devices-table/repairs';

/** A field in the record system's shape; nothing is null. */
const field = (value: string | number | null): { value: string | null } => ({
  value: value === null ? null : String(value),
});
const timeField = (seconds: number | null) => field(seconds === null ? null : new Date(seconds * 1000).toISOString());

/** The repairs of a device in the record system's shape (spec 3), newest first, from the mirror. */
export async function listRepairs(serialNumber: string): Promise<RepairRecord[]> {
  return (await listRepairsOf(serialNumber)).map((repair) => ({
    $id: field(repair.repairId),
    日時: timeField(repair.reportedAt),
    修理項目: field(repair.item),
    修理完了フラグ: field(repair.completed ? 1 : 0),
    確定修理金額: field(repair.amount),
    保証対象: field(repair.underWarranty),
  }));
}

/** The steps of a repair (spec 3), oldest first, from the mirror. */
export async function listWorkRecords(repairId: string): Promise<WorkRecord[]> {
  return (await listWorkOf(repairId)).map((work) => ({
    $id: field(work.workId),
    日時: timeField(work.workedAt),
    ドロップダウン: field(work.item),
  }));
}
