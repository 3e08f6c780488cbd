import { requestExchange, returnDevice } from '#shared/contract/device';
import { requestRepair } from '#shared/contract/repair';
import type { DeviceGroup } from '#shared/model/device';
import { recordApps, type requestStages } from '#shared/model/record-system';
import type { PortalClient } from '../portal-client';
import type { Staff } from '../kintone/staff';

interface DemoRequest {
  /** The device in the demo records. */
  serialNumber: string;
  kind: 'return' | 'exchange' | 'repair';
  /** How far the staff are; absent if they have not looked at it yet. */
  stage?: (typeof requestStages)[number];
}

/**
 * A return in progress, an exchange and a repair just requested, a finished exchange and a cancelled return: three
 * locked devices and two free ones.
 */
const demoRequests: readonly DemoRequest[] = [
  { serialNumber: 'RVZ-004-01', kind: 'return', stage: '箱発送' },
  { serialNumber: 'RVZ-004-02', kind: 'exchange' },
  { serialNumber: 'RVZ-004-03', kind: 'repair' },
  { serialNumber: 'RVZ-009-01', kind: 'exchange', stage: '完了' },
  { serialNumber: 'RVZ-009-02', kind: 'return', stage: '取消' },
];

/** Requests a device as its owner; returns the receipt number. */
async function ask(owner: PortalClient, groups: DeviceGroup[], { serialNumber, kind }: DemoRequest): Promise<string> {
  const group = groups.find(({ devices }) => devices.some((device) => device.serialNumber === serialNumber));
  const device = group?.devices.find((one) => one.serialNumber === serialNumber);
  if (!group || !device) throw new Error(`The portal does not show the device ${serialNumber} of the demo records`);
  const headers = { 'idempotency-key': `demo-request-${serialNumber}` };
  const send = {
    return: () =>
      owner.send(returnDevice, {
        body: {
          serialNumber,
          stripeSubscriptionId: device.stripeSubscriptionId,
          reason: '台数削減',
          additionalInfo: '営業時間内に引き取りをお願いします。',
        },
        headers,
      }),
    exchange: () =>
      owner.send(requestExchange, {
        body: {
          serialNumber,
          issues: ['異音がする', '異常発熱する'],
          notes: '先週から続いています。',
          customerId: group.id,
        },
        headers,
      }),
    repair: () =>
      owner.send(requestRepair, {
        body: { serialNumber, issues: ['ダイヤルが反応しない'], additionalInfo: '', deviceType: 'purchased' },
        headers,
      }),
  };
  return (await send[kind]()).request.receiptNumber;
}

/**
 * Makes the requests by the portal's own calls once the mirror has the devices, and does the staff's part. `settle`
 * waits until the staff have them.
 */
export async function makeDeviceRequests(
  owner: PortalClient,
  staff: Staff,
  groups: DeviceGroup[],
  settle: () => Promise<void>,
): Promise<void> {
  const { receiptNumber, stage: field } = recordApps.requests.fields;
  const make = async (request: DemoRequest): Promise<void> => {
    const receipt = await ask(owner, groups, request);
    if (!request.stage) return;
    await settle();
    await staff.change('requests', receiptNumber.code, receipt, { [field.code]: request.stage });
  };
  // One after another within a kind: a second copy of its function would take longer to load than the request takes.
  await Promise.all(
    (['return', 'exchange', 'repair'] as const).map(async (kind) => {
      for (const request of demoRequests) if (request.kind === kind) await make(request);
    }),
  );
}
