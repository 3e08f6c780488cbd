import type { Device, DeviceRequest, RepairRecord } from '#shared/model/device';

/** Sample devices and records. */
export const device = (serialNumber: string, changes: Partial<Device> = {}): Device => ({
  id: `device-${serialNumber}`,
  serialNumber,
  status: '出荷',
  statusUpdatedAt: '2026-11-20T01:30:00Z',
  stripeSubscriptionId: 'sub_1',
  deviceCategory: 'サブスク',
  subscriptionRentalAvailability: null,
  isActionLocked: false,
  lockUntil: null,
  lastActionType: null,
  store: { name: '青山店', address: '東京都港区南青山3-1-1' },
  request: null,
  ...changes,
});

export const request = (changes: Partial<DeviceRequest> = {}): DeviceRequest => ({
  receiptNumber: 'RQ-0007',
  kind: 'return',
  state: 'delivered',
  requestedAt: '2026-11-21T01:30:00Z',
  ...changes,
});

export const sold = (serialNumber: string, changes: Partial<Device> = {}): Device =>
  device(serialNumber, { deviceCategory: '購入機材', subscriptionRentalAvailability: '販売済', ...changes });

/** A repair that is done; the given values replace its own. */
export const repair = (
  id: string,
  values: Partial<Record<Exclude<keyof RepairRecord, '$id'>, string | null>> = {},
): RepairRecord => {
  const all = {
    日時: '2026-09-02T01:30:00Z',
    修理項目: '異音がする',
    修理完了フラグ: '1',
    確定修理金額: '12800',
    保証対象: 'いいえ',
    ...values,
  };
  return {
    $id: { value: id },
    日時: { value: all.日時 },
    修理項目: { value: all.修理項目 },
    修理完了フラグ: { value: all.修理完了フラグ },
    確定修理金額: { value: all.確定修理金額 },
    保証対象: { value: all.保証対象 },
  };
};
