import * as z from 'zod/mini';
import type { FieldCodes } from '#shared/model/record-settings';
import { type RecordAppKey, requestStages } from '#shared/model/record-system';
import { longestSerial, type DeviceItem, isCustomerId, type RepairItem, type WorkItem } from './items';
import { appOf, type KintoneRecord } from '#functions/platform/kintone/client';

/** Characters of a text of several lines that are mirrored. */
const longestText = 2_000;

/** The reason why a record cannot be mirrored: the field, and its fault. */
export class MalformedRecord extends Error {
  override readonly name = 'MalformedRecord';
}

/** Null if the field is empty; one that is not there at all is a fault. A longer text than screens need is cut. */
const toText = z.pipe(
  z.nullable(z.string()),
  z.transform((text) => text?.slice(0, longestText) || null),
);
/** As typed, but without blanks around it; full-width letters and digits of an id become plain ones. */
const toId = z.pipe(
  z.nullable(z.string().check(z.maxLength(100))),
  z.transform((text) => text?.normalize('NFKC').trim() ?? ''),
);
/** Unix seconds of an ISO 8601 time; null if there is none. */
const toTime = z.pipe(
  z.nullable(z.string().check(z.refine((text) => text === '' || !Number.isNaN(Date.parse(text)), 'no time'))),
  z.transform((text) => (text ? Math.floor(Date.parse(text) / 1000) : null)),
);
const toNumber = z.pipe(
  z.nullable(z.string().check(z.refine((text) => Number.isFinite(Number(text)), 'no number'))),
  z.transform((text) => (text ? Number(text) : null)),
);
const toRecordId = z.pipe(z.string().check(z.regex(/^[1-9][0-9]{0,14}$/, 'no id')), z.transform(Number));
const serialNumber = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.trim()),
  ),
  z.string().check(z.minLength(1), z.maxLength(longestSerial), z.regex(/^[^\p{Cc}]+$/u, 'control characters')),
);

/** The device of a request; '' for what no device is called: a movement names all its devices here. */
const namedDevice = z.pipe(
  z.nullable(z.string()),
  z.transform((text) => serialNumber.safeParse(text).data ?? ''),
);

/** An option that the portal does not know is reported, and the request stays as it is. */
const toStage = z.pipe(
  z.pipe(
    z.nullable(z.string()),
    z.transform((text) => text || null),
  ),
  z.nullable(z.enum(requestStages, 'an unknown stage')),
);

const deviceSchema = z.object({
  recordId: toRecordId,
  revision: toRecordId,
  serialNumber,
  status: toText,
  statusUpdatedAt: toTime,
  stripeSubscriptionId: toId,
  customerId: z.optional(toId),
  deviceCategory: toText,
  subscriptionRentalAvailability: toText,
});
const repairSchema = z.object({
  recordId: toRecordId,
  revision: toRecordId,
  serialNumber,
  reportedAt: toTime,
  item: toText,
  completed: toNumber,
  amount: toNumber,
  underWarranty: toText,
});
const workSchema = z.object({
  recordId: toRecordId,
  revision: toRecordId,
  repairRecordId: toRecordId,
  workedAt: toTime,
  item: toText,
});
const requestSchema = z.object({
  recordId: toRecordId,
  requestId: z.string().check(z.minLength(1), z.maxLength(100)),
  serialNumber: namedDevice,
  stage: toStage,
  carrier: z.optional(toText),
  trackingNumber: z.optional(toText),
  arrivedAt: z.optional(toTime),
});

/** The part of a request's record that the portal reads. */
export type RequestRecord = z.output<typeof requestSchema>;

/** Names of the fields that a schema reads, beside `$id` and `$revision`. */
const namesIn = <T extends object>(schema: { shape: T }): Exclude<keyof T, 'recordId' | 'revision'>[] =>
  Object.keys(schema.shape).filter((name) => name !== 'recordId' && name !== 'revision') as never;

/** The fields of each app that the portal reads: no others are asked for, whatever staff keep in their apps. */
export const fieldsRead: { readonly [K in RecordAppKey]: readonly (keyof FieldCodes<K>)[] } = {
  devices: namesIn(deviceSchema),
  repairs: namesIn(repairSchema),
  workRecords: namesIn(workSchema),
  requests: namesIn(requestSchema),
};

function valuesOf(record: KintoneRecord, codes: Readonly<Record<string, string>>): Record<string, unknown> {
  const named = Object.entries(codes).map(([name, code]) => [name, record[code]?.value] as const);
  return { ...Object.fromEntries(named), recordId: record['$id']?.value, revision: record['$revision']?.value };
}

function parse<T extends z.ZodMiniType>(app: RecordAppKey, schema: T, record: KintoneRecord): z.output<T> {
  const result = schema.safeParse(valuesOf(record, appOf(app).codes));
  if (result.success) return result.data;
  throw new MalformedRecord(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
}

/** @throws {@link MalformedRecord}, as all of these do */
export function toDeviceItem(record: KintoneRecord): DeviceItem {
  const { stripeSubscriptionId, customerId = '', ...device } = parse('devices', deviceSchema, record);
  const subscriptionId = stripeSubscriptionId || (isCustomerId(customerId) ? customerId : '');
  return { ...device, ...(subscriptionId !== '' && { subscriptionId }) };
}

/** Done if 修理完了フラグ is 1 (spec 3). */
export function toRepairItem(record: KintoneRecord): RepairItem {
  const { recordId, completed, ...repair } = parse('repairs', repairSchema, record);
  return { ...repair, repairId: String(recordId), completed: completed === 1 };
}

export function toWorkItem(record: KintoneRecord): WorkItem {
  const { recordId, repairRecordId, ...work } = parse('workRecords', workSchema, record);
  return { ...work, workId: String(recordId), repairId: String(repairRecordId) };
}

export const toRequestRecord = (record: KintoneRecord): RequestRecord => parse('requests', requestSchema, record);

/** `$id` of a record, to name a malformed one in the log. */
export const idOf = (record: KintoneRecord): number => Number(record['$id']?.value ?? 0);
