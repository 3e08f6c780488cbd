import { rulesOf } from '#shared/model/device-request';
import type { RequestItem } from '../devices-table/requests';
import { appOf } from './apps';
import { askRecords, type AskOptions } from './ask';

/**
 * Leaves a request in the staff's app, found again by its id, so that one delivered twice is one record. The stage is
 * the staff's: it is not written, so that a late delivery takes nothing back.
 * @throws Unavailable for outages; KintoneRestAPIError for what Kintone refuses
 */
export async function putRequestRecord(request: RequestItem, options: AskOptions): Promise<void> {
  const { id: app, codes } = appOf('requests');
  const values: [string, unknown][] = [
    [codes.receiptNumber, request.receiptNumber],
    [codes.kind, rulesOf(request.kind).label],
    [codes.serialNumber, request.serialNumber],
    [codes.stripeSubscriptionId, request.subscriptionId],
    [codes.customerId, request.customerId],
    [codes.shopName, request.shop.name],
    [codes.shopAddress, request.shop.address],
    [codes.shopPhone, request.shop.phone],
    [codes.reason, request.reason ?? ''],
    [codes.issues, request.issues ?? []],
    [codes.notes, request.notes],
    [codes.requestedAt, new Date(request.requestedAt * 1000).toISOString()],
  ];
  const record = Object.fromEntries(values.map(([code, value]) => [code, { value }]));
  await askRecords(
    // Not the client's upsertRecord, which reads and then writes: two at once would both add.
    (client) =>
      client.record.updateRecords({
        app,
        upsert: true,
        records: [{ updateKey: { field: codes.requestId, value: request.requestId }, record }],
      }),
    options,
  );
}
