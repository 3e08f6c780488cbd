import * as z from 'zod/mini';
import type { FieldCodes } from '#shared/model/record-settings';
import { longestSerial } from '../devices-table/keys';
import type { DeviceItem, RepairItem, WorkItem } from '../devices-table/items';
import type { KintoneRecord } from './read-page';

/** The reason why a record cannot be mirrored: the field, and its fault. */
export class MalformedRecord extends Error {
  override readonly name = 'MalformedRecord';
}

const toText = z.pipe(
  z.nullish(z.string().check(z.maxLength(2_000))),
  z.transform((text) => (text ? text : null)),
);
/** Unix seconds of an ISO 8601 time; null if there is none. */
const toTime = z.pipe(
  z.nullish(z.string().check(z.refine((text) => text === '' || !Number.isNaN(Date.parse(text)), 'no time'))),
  z.transform((text) => (text ? Math.floor(Date.parse(text) / 1000) : null)),
);
const toNumber = z.pipe(
  z.nullish(z.string().check(z.refine((text) => Number.isFinite(Number(text)), 'no number'))),
  z.transform((text) => (text ? Number(text) : null)),
);
const toId = z.pipe(z.string().check(z.regex(/^[1-9][0-9]{0,14}$/, 'no id')), z.transform(Number));
const serialNumber = z
  .string()
  .check(z.minLength(1), z.maxLength(longestSerial), z.regex(/^[^\p{Cc}]+$/u, 'control characters'));

const deviceSchema = z.object({
  recordId: toId,
  revision: toId,
  serialNumber,
  status: toText,
  statusUpdatedAt: toTime,
  stripeSubscriptionId: z.nullish(z.string().check(z.maxLength(100))),
  deviceCategory: toText,
  subscriptionRentalAvailability: toText,
});
const repairSchema = z.object({
  recordId: toId,
  revision: toId,
  serialNumber,
  reportedAt: toTime,
  item: toText,
  completed: toNumber,
  amount: toNumber,
  underWarranty: toText,
});
const workSchema = z.object({ recordId: toId, revision: toId, repairRecordId: toId, workedAt: toTime, item: toText });
const requestSchema = z.object({
  recordId: toId,
  requestId: z.string().check(z.minLength(1), z.maxLength(100)),
  customerId: toText,
  serialNumber,
  stage: toText,
});

/** The part of a request's record that the portal reads. */
export type RequestRecord = z.output<typeof requestSchema>;

/** Values of a record by the portal's names for its fields. */
function valuesOf(record: KintoneRecord, codes: Readonly<Record<string, string>>): Record<string, unknown> {
  const named = Object.entries(codes).map(([name, code]) => [name, record[code]?.value] as const);
  return { ...Object.fromEntries(named), recordId: record['$id']?.value, revision: record['$revision']?.value };
}

function parse<T extends z.ZodMiniType>(
  schema: T,
  record: KintoneRecord,
  codes: Readonly<Record<string, string>>,
): z.output<T> {
  const result = schema.safeParse(valuesOf(record, codes));
  if (result.success) return result.data;
  throw new MalformedRecord(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
}

/** @throws {@link MalformedRecord}, as all of these do */
export function toDeviceItem(record: KintoneRecord, codes: FieldCodes<'devices'>): DeviceItem {
  const { stripeSubscriptionId, ...device } = parse(deviceSchema, record, codes);
  return { ...device, ...(stripeSubscriptionId && { subscriptionId: stripeSubscriptionId }) };
}

/** Done if 修理完了フラグ is 1 (spec 3). */
export function toRepairItem(record: KintoneRecord, codes: FieldCodes<'repairs'>): RepairItem {
  const { recordId, completed, ...repair } = parse(repairSchema, record, codes);
  return { ...repair, repairId: String(recordId), completed: completed === 1 };
}

export function toWorkItem(record: KintoneRecord, codes: FieldCodes<'workRecords'>): WorkItem {
  const { recordId, repairRecordId, ...work } = parse(workSchema, record, codes);
  return { ...work, workId: String(recordId), repairId: String(repairRecordId) };
}

export const toRequestRecord = (record: KintoneRecord, codes: FieldCodes<'requests'>): RequestRecord =>
  parse(requestSchema, record, codes);

/** `$id` of a record, to name a malformed one in the log. */
export const idOf = (record: KintoneRecord): number => Number(record['$id']?.value ?? 0);
