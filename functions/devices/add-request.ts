import * as z from 'zod/mini';
import { KintoneRestAPIError } from '@kintone/rest-api-client';
import type { Parcel } from '#shared/model/movement';
import { logger } from '#functions/platform/logger';
import type { ShopContact } from '#functions/shops/describe-shop';
import { subscriptionOf } from './items';
import { type RequestRecord, toRequestRecord } from './to-items';
import { appOf, type KintoneRecord, type RecordsOptions, recordsRequest } from '#functions/platform/kintone/client';
import { anyOf, readPage } from './read-page';

/** Characters of a comment (https://cybozu.dev/ja/kintone/docs/rest-api/records/add-comment/). */
const longestComment = 65_535;
/** The longest wait for the addition, in milliseconds: Kintone may act although its response comes late. */
const patience = 20_000;

/** A record of the staff's app: of a device request, or of a movement (decisions/movements). */
export interface StaffRecord {
  requestId: string;
  receiptNumber: string;
  /** One of the options of its drop-down. */
  kind: string;
  serialNumber: string;
  subscriptionId: string;
  customerId: string;
  shop: ShopContact;
  reason?: string;
  issues?: readonly string[];
  notes: string;
  /** Unix seconds. */
  requestedAt: number;
  /** A calendar day; the notes say it too, because an app may lack the field (decisions/devices). */
  promisedBy?: string;
  parcel?: Parcel | undefined;
}

/** Messages of CB_VA01, by the place of the value. */
const refusedSchema = z.record(z.string(), z.unknown());

/** Kintone's refusal of a value that a field prohibits duplicates of, among other faults of that value. */
const isAboutId = (error: unknown, code: string): boolean =>
  error instanceof KintoneRestAPIError &&
  error.code === 'CB_VA01' &&
  `record.${code}.value` in (refusedSchema.safeParse(error.errors).data ?? {});

/**
 * Adds a request to the staff's app. `requestId` prohibits duplicates there, so a request that is delivered twice is
 * one record, and what the staff wrote into it is never overwritten. The stage belongs to the staff and is not written.
 * Kintone ignores fields that the app does not have (https://cybozu.dev/ja/kintone/docs/rest-api/records/add-record/),
 * so optional ones are named in any case. A single POST, and not `records.json`: Kintone's webhooks fire for the former
 * alone (https://jp.kintone.help/k/ja/app/set_webhook/webhook). The time of arrival is named as empty: a field that is
 * left out gets the default of the form, which for a time may be now
 * (https://jp.cybozu.help/k/ja/user/app_settings/form/form_parts/date.html).
 * @throws Unavailable for outages, Misconfigured among them; KintoneRestAPIError if Kintone refuses the content
 */
export async function addRequestRecord(request: StaffRecord, options: RecordsOptions): Promise<void> {
  const { id: app, codes } = appOf('requests');
  const values: [string, unknown][] = [
    [codes.requestId, request.requestId],
    [codes.receiptNumber, request.receiptNumber],
    [codes.kind, request.kind],
    [codes.serialNumber, request.serialNumber],
    [codes.stripeSubscriptionId, subscriptionOf(request)],
    [codes.customerId, request.customerId],
    [codes.shopName, request.shop.name],
    [codes.shopAddress, request.shop.address],
    [codes.recipient, request.shop.recipient],
    [codes.shopPhone, request.shop.phone],
    [codes.reason, request.reason ?? ''],
    [codes.issues, request.issues ?? []],
    [codes.notes, request.notes],
    [codes.promisedBy, request.promisedBy ?? ''],
    [codes.carrier, request.parcel?.carrier ?? ''],
    [codes.trackingNumber, request.parcel?.number ?? ''],
    [codes.arrivedAt, ''],
    [codes.requestedAt, `${new Date(request.requestedAt * 1000).toISOString().slice(0, 19)}Z`],
  ];
  const record = Object.fromEntries(values.map(([code, value]) => [code, { value }]));
  try {
    await recordsRequest((client) => client.record.addRecord({ app, record }), { patience, ...options });
  } catch (error) {
    if (!isAboutId(error, codes.requestId) || !(await recordOf(request.requestId, options))) throw error;
  }
}

const recordOf = async (requestId: string, options: RecordsOptions): Promise<KintoneRecord | undefined> =>
  (await readPage('requests', { where: ({ codes }) => anyOf(codes.requestId, [requestId]), ...options })).records[0];

/** What the staff's record of a request says now; undefined if there is none. */
export async function readRequestRecord(
  requestId: string,
  options: RecordsOptions,
): Promise<RequestRecord | undefined> {
  const record = await recordOf(requestId, options);
  return record && toRequestRecord(record);
}

/**
 * Adds a comment to the record of a request, which overwrites nothing and takes the right to view it alone
 * (https://cybozu.dev/ja/kintone/docs/rest-api/records/add-comment/). Nothing for a record that was deleted, or in an
 * app without comments.
 */
export async function commentOnRecord(requestId: string, text: string, options: RecordsOptions): Promise<void> {
  const record = Number((await recordOf(requestId, options))?.['$id']?.value);
  const comment = { app: appOf('requests').id, record, comment: { text: text.slice(0, longestComment) } };
  if (!record) return;
  await recordsRequest((client) => client.record.addRecordComment(comment), options).catch((error: unknown) => {
    if (!(error instanceof KintoneRestAPIError)) throw error;
    logger.warn('a comment could not be added to a record', { deviceRequest: requestId, error });
  });
}
