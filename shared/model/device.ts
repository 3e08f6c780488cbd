import * as z from 'zod/mini';
import { deviceRequestKindNames } from './device-request';
import { exchangeIssues, repairIssues } from './record-system';
import { asText } from './typed-text';

/** The state of a request: recorded here, with the staff, in work, done, cancelled (or withdrawn). */
export const requestStates = ['accepted', 'delivered', 'in_work', 'done', 'cancelled'] as const;

/** A request as its owner sees it; times in ISO 8601. */
export const deviceRequestSchema = z.object({
  receiptNumber: z.string(),
  kind: z.enum(deviceRequestKindNames),
  state: z.enum(requestStates),
  requestedAt: z.string(),
});
export type DeviceRequest = z.output<typeof deviceRequestSchema>;

/** A device as spec 3 lists it. Times in ISO 8601; null for fields that are empty in the record system. */
export const deviceSchema = z.object({
  id: z.string(),
  serialNumber: z.string(),
  /** 出荷 or 返却; any other value is shown unchanged. */
  status: z.nullable(z.string()),
  statusUpdatedAt: z.nullable(z.string()),
  stripeSubscriptionId: z.string(),
  /** サブスク, 購入機材 or 代替え機. */
  deviceCategory: z.nullable(z.string()),
  /** 販売済 if it was sold. */
  subscriptionRentalAvailability: z.nullable(z.string()),
  isActionLocked: z.boolean(),
  lockUntil: z.nullable(z.string()),
  lastActionType: z.nullable(z.enum(deviceRequestKindNames)),
  store: z.object({ name: z.string(), address: z.string() }),
  /** Its newest request. */
  request: z.nullable(deviceRequestSchema),
});
export type Device = z.output<typeof deviceSchema>;

/** A shop's devices (spec 3, Device groups); `id` is the shop's. */
export const deviceGroupSchema = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  devices: z.array(deviceSchema),
});
export type DeviceGroup = z.output<typeof deviceGroupSchema>;

/** Most days that a device stays locked after a request; the lock ends sooner if the record system shows the change. */
export const lockDays = 14;

/** Reasons for a return (spec 5). */
export const returnReasons = ['故障・不具合', '台数削減', '店舗閉店', '契約終了', 'その他'] as const;

/** Texts of spec 5, Return, Exchange, Repair. */
export const requestTexts = {
  reason: '返却理由を選択してください',
  exchangeIssues: '不調部分を選択してください',
  repairIssues: '少なくとも1つの不具合を選択してください。',
  notes: '1,000文字以内で入力してください',
} as const;

const serialNumber = z.string().check(z.minLength(1), z.maxLength(200));
/** The longest note on a device request, in characters. */
export const longestNote = 1000;
const notes = z.string().check(asText, z.maxLength(longestNote, requestTexts.notes));
const oneOrMore = <const T extends readonly [string, ...string[]]>(options: T, text: string) =>
  z.array(z.enum(options), text).check(
    z.minLength(1, text),
    z.maxLength(options.length, text),
    z.refine((chosen) => new Set(chosen).size === chosen.length, text),
  );

/** Body of POST /api/devices/return (spec 7). */
export const returnRequestSchema = z.object({
  serialNumber,
  stripeSubscriptionId: z.string().check(z.minLength(1), z.maxLength(100)),
  reason: z.enum(returnReasons, requestTexts.reason),
  additionalInfo: z.optional(notes),
  /** Whether the subscription goes down by this device too. */
  alsoReduce: z.optional(z.boolean()),
});
/** Body of POST /api/devices/exchange-request (spec 7). */
export const exchangeRequestSchema = z.object({
  serialNumber,
  issues: oneOrMore(exchangeIssues, requestTexts.exchangeIssues),
  notes: z.optional(notes),
  customerId: z.string().check(z.minLength(1), z.maxLength(100)),
});
/** Body of POST /api/devices/repair-request (spec 7). */
export const repairRequestSchema = z.object({
  serialNumber,
  issues: oneOrMore(repairIssues, requestTexts.repairIssues),
  additionalInfo: z._default(notes, ''),
  deviceType: z.literal('purchased'),
});
export type ReturnRequest = z.output<typeof returnRequestSchema>;
export type ExchangeRequest = z.output<typeof exchangeRequestSchema>;
export type RepairRequest = z.output<typeof repairRequestSchema>;

const value = z.object({ value: z.nullable(z.string()) });
/** A repair as the record system has it (spec 3): 修理完了フラグ is 1 if it is done, 保証対象 はい or いいえ. */
export const repairRecordSchema = z.object({
  $id: value,
  日時: value,
  修理項目: value,
  修理完了フラグ: value,
  確定修理金額: value,
  保証対象: value,
});
export type RepairRecord = z.output<typeof repairRecordSchema>;
/** One step of a repair (spec 3, Work record). */
export const workRecordSchema = z.object({ $id: value, 日時: value, ドロップダウン: value });
export type WorkRecord = z.output<typeof workRecordSchema>;
