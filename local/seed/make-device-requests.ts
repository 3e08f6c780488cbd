import { defaultAppIds, recordApps, type requestStages } from '#shared/model/record-system';
import type { PortalClient } from './portal-client';

/**
 * What the owner asked for a device of the demo records, and how far the staff are with it; left out, they have not
 * looked at it.
 */
interface DemoRequest {
  serialNumber: string;
  kind: 'return' | 'exchange' | 'repair';
  stage?: (typeof requestStages)[number];
}

/**
 * A return under way, an exchange that was delivered, a repair asked for, and an exchange that is done: three locked
 * devices and a free one.
 */
const demoRequests: readonly DemoRequest[] = [
  { serialNumber: 'RVZ-004-01', kind: 'return', stage: '対応中' },
  { serialNumber: 'RVZ-004-02', kind: 'exchange' },
  { serialNumber: 'RVZ-004-03', kind: 'repair' },
  { serialNumber: 'RVZ-005-01', kind: 'exchange', stage: '完了' },
];

/** Where the staff work. */
export interface RecordSystem {
  url: string;
  apiToken: string;
}

interface Group {
  id: string;
  devices: { serialNumber: string; stripeSubscriptionId: string }[];
}

async function ask(owner: PortalClient, groups: Group[], { serialNumber, kind }: DemoRequest): Promise<string> {
  const group = groups.find((one) => one.devices.some((device) => device.serialNumber === serialNumber));
  const device = group?.devices.find((one) => one.serialNumber === serialNumber);
  if (!group || !device) throw new Error(`Demo data: the portal does not show the device ${serialNumber}`);
  const headers = { 'idempotency-key': `demo-request-${serialNumber}` };
  const calls = {
    return: {
      path: 'return',
      body: {
        stripeSubscriptionId: device.stripeSubscriptionId,
        reason: '台数削減',
        additionalInfo: '営業時間内に引き取りをお願いします。',
      },
    },
    exchange: {
      path: 'exchange-request',
      body: { issues: ['異音がする', '異常発熱する'], notes: '先週から続いています。', customerId: group.id },
    },
    repair: {
      path: 'repair-request',
      body: { issues: ['ダイヤルが反応しない'], additionalInfo: '', deviceType: 'purchased' },
    },
  };
  const { path, body } = calls[kind];
  const { request } = await owner.call<{ request: { receiptNumber: string } }>(
    'POST',
    `/api/devices/${path}`,
    { serialNumber, ...body },
    headers,
  );
  return request.receiptNumber;
}

/** Sets how far the staff are in the record of a request, as they would in its form. */
async function setStage({ url, apiToken }: RecordSystem, receiptNumber: string, stage: string): Promise<void> {
  const { receiptNumber: number, stage: field } = recordApps.requests.fields;
  const send = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const answer = await fetch(`${url}/k/v1/${path}`, {
      ...init,
      headers: { 'X-Cybozu-API-Token': apiToken, ...(init.body && { 'content-type': 'application/json' }) },
    });
    if (!answer.ok)
      throw new Error(`Demo data: the record of ${receiptNumber} was answered with ${await answer.text()}`);
    return answer.json();
  };
  const app = defaultAppIds.requests;
  const query = new URLSearchParams({ app, query: `${number.code} = "${receiptNumber}"` });
  const { records } = (await send(`records.json?${query}`)) as { records: { $id: { value: string } }[] };
  await send('record.json', {
    method: 'PUT',
    body: JSON.stringify({ app, id: records[0]?.$id.value, record: { [field.code]: { value: stage } } }),
  });
}

/** Asks for devices by the portal's own calls, once the mirror has them, and does what the staff do with some of it. */
export async function makeDeviceRequests(owner: PortalClient, recordSystem: RecordSystem): Promise<void> {
  const groups = await owner.call<Group[]>('GET', '/api/devices');
  await Promise.all(
    demoRequests.map(async (request) => {
      const receiptNumber = await ask(owner, groups, request);
      if (request.stage) await setStage(recordSystem, receiptNumber, request.stage);
    }),
  );
}
