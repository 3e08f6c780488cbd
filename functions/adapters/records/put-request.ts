import { rulesOf } from '#shared/model/device-request';
import type { RequestItem } from '../devices-table/requests';
import { appOf } from './apps';
import { askRecords, type AskOptions } from './ask';

/**
 * Writes a request into the staff's app. It is found again by its id, so a request delivered twice is one record. The
 * stage belongs to the staff and is not written, so a late delivery cannot reset it.
 * @throws Unavailable for outages; KintoneRestAPIError if Kintone refuses the content
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
    // The client's upsertRecord reads and then writes, so two at once would both add a record.
    (client) =>
      client.record.updateRecords({
        app,
        upsert: true,
        records: [{ updateKey: { field: codes.requestId, value: request.requestId }, record }],
      }),
    options,
  );
}
