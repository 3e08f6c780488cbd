import { CallError } from '#shared/errors';
import type { DeviceRequestKind } from '#shared/model/device-request';
import type { DeviceFacts } from '../../adapters/devices-table/device-facts';
import { isLocked } from './device-lock';

/** What is asked for, and what of the caller's it names beside the device. */
export interface AskedFor {
  kind: DeviceRequestKind;
  subscriptionId?: string;
  customerId?: string;
}

/** Whose device it is: the shop of the caller that has its subscription; undefined where none has. */
export interface DeviceHolder {
  customerId: string;
}

const eligibilityTexts = {
  returned: '返却済みのデバイスのため、この操作はできません。',
  notRented: (category: string | null) =>
    `${category ?? 'サブスク以外'}のデバイスのため、返却・交換の操作はできません。`,
  notSold: '修理を申請できるのは、販売済のデバイスのみです。',
} as const;

const notEligible = (text: string): CallError => new CallError('DEVICE_NOT_ELIGIBLE', { text });

/**
 * Spec 4: only サブスク devices can be exchanged or returned; spec 2, Store devices: those that are 販売済 can be repaired.
 */
function eligibilityOf(kind: DeviceRequestKind, device: NonNullable<DeviceFacts['device']>): CallError | undefined {
  if (device.status === '返却') return notEligible(eligibilityTexts.returned);
  if (kind === 'repair')
    return device.subscriptionRentalAvailability === '販売済' ? undefined : notEligible(eligibilityTexts.notSold);
  return device.deviceCategory === 'サブスク'
    ? undefined
    : notEligible(eligibilityTexts.notRented(device.deviceCategory));
}

/**
 * Why something may not be asked for a device; undefined where it may. A device under another subscription or in
 * another shop than the request names, even one of the caller's own, is not found there. `now` in unix seconds.
 */
export function refusalOf(
  asked: AskedFor,
  { device, lock, repairs }: DeviceFacts,
  holder: DeviceHolder | undefined,
  now: number,
): CallError | undefined {
  const elsewhere =
    (asked.subscriptionId !== undefined && asked.subscriptionId !== device?.subscriptionId) ||
    (asked.customerId !== undefined && asked.customerId !== holder?.customerId);
  if (!device || !holder || elsewhere) return new CallError('DEVICE_NOT_FOUND');
  const ineligible = eligibilityOf(asked.kind, device);
  if (ineligible) return ineligible;
  if (asked.kind === 'repair' && repairs.some((repair) => !repair.completed))
    return new CallError('REPAIR_IN_PROGRESS');
  if (lock && isLocked(lock, now)) {
    return new CallError('DEVICE_LOCKED', {
      details: { lockUntil: new Date(lock.lockUntil * 1000).toISOString(), lastActionType: lock.kind },
    });
  }
  return undefined;
}
