import type { Device } from '#shared/model/device';
import type { DeviceWithLock } from '../../adapters/devices-table/devices';
import { subscriptionOf } from '../../adapters/devices-table/items';
import { isLocked } from '../movements/request-states';
import { toDeviceRequest } from '../device-requests/to-device-request';

const toIso = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString();

/** A device in the shape of spec 3, at a time in unix seconds. */
export function toDevice({ device, lock }: DeviceWithLock, shop: Device['store'], now: number): Device {
  const locked = isLocked(lock, now);
  return {
    id: String(device.recordId),
    serialNumber: device.serialNumber,
    status: device.status,
    statusUpdatedAt: toIso(device.statusUpdatedAt),
    stripeSubscriptionId: subscriptionOf(device),
    deviceCategory: device.deviceCategory,
    subscriptionRentalAvailability: device.subscriptionRentalAvailability,
    isActionLocked: locked,
    lockUntil: lock && locked ? toIso(lock.lockUntil) : null,
    lastActionType: lock?.kind ?? null,
    store: shop,
    request: lock ? toDeviceRequest(lock) : null,
  };
}
