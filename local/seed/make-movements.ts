import type { DeviceGroup } from '#shared/model/device';
import { recordApps, type requestStages } from '#shared/model/record-system';
import { deviceRecord } from '../kintone/device-record';
import type { Staff } from '../kintone/staff';

/**
 * How far the staff are with the first shipment of a demo shop, by a word in its name; all others are closed. A
 * cancelled subscription has its shipment withdrawn, so the staff do nothing.
 */
const stages: Readonly<Record<string, (typeof requestStages)[number] | undefined>> = {
  銀座: '輸送中',
  札幌: undefined,
  仙台: undefined,
  広島: '到着',
  京都: undefined,
};

const { kind, shopName, stage: field, carrier, trackingNumber } = recordApps.requests.fields;

const placeOf = (name: string): string | undefined => Object.keys(stages).find((word) => name.includes(word));

/** Whether the devices of a demo shop's first shipment are there: then they stand in its shop, else none does. */
export function isThere(name: string): boolean {
  const place = placeOf(name);
  return place === undefined || stages[place] === '到着';
}

/** Does the staff's part of the shipments that opening these shops ordered. */
export async function makeMovements(staff: Staff, shops: readonly DeviceGroup[]): Promise<void> {
  const shipments = await staff.search('requests', `${kind.code} in ("発送")`);
  const names = new Set<unknown>(shops.map(({ name }) => name));
  const changes = shipments.flatMap((record) => {
    const name = record[shopName.code]?.value;
    if (typeof name !== 'string' || !names.has(name)) return [];
    const place = placeOf(name);
    const stage = place === undefined ? '完了' : stages[place];
    return stage ? [{ id: record.$id.value, values: { [field.code]: stage, ...parcelAt(stage) } }] : [];
  });
  await staff.changeAll('requests', changes);
}

/** What the staff enter with a stage besides. */
const parcelAt = (stage: string): Record<string, string> =>
  stage === '輸送中' ? { [carrier.code]: 'ヤマト運輸', [trackingNumber.code]: '4512-3456-7890' } : {};

/** A shop without a subscription has a bought device. */
export async function makeBoughtDevice(staff: Staff, shops: readonly DeviceGroup[], now: number): Promise<void> {
  const shop = shops.find(({ name }) => name.includes('福岡'));
  if (!shop) throw new Error('The demo data have no shop without a subscription');
  const bought = { category: '購入機材', sold: true, since: now - 90 * 86_400_000, customerId: shop.id };
  await staff.add('devices', [deviceRecord('RVZ-950-01', bought)]);
}
