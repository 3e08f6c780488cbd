import { CallError } from '#shared/errors';
import { deviceRequestKindNames, rulesOf, whyNot, type DeviceRequestKind } from '#shared/model/device-request';
import type { DeviceFacts } from '../../adapters/devices-table/device-facts';
import { holderOf } from '../../adapters/devices-table/items';
import { isLocked } from './device-lock';

/** The request, and the resource of the caller that it names besides the device. */
export interface AskedFor {
  kind: DeviceRequestKind;
  subscriptionId?: string;
  customerId?: string;
}

/** The caller's shop that has the device's subscription. */
interface DeviceHolder {
  customerId: string;
}

/** The labels of the kinds that such devices allow: 返却・交換. */
const kindsFor = (of: 'rented' | 'sold'): string =>
  deviceRequestKindNames
    .filter((kind) => rulesOf(kind).of === of)
    .map((kind) => rulesOf(kind).label)
    .join('・');

const texts: Record<NonNullable<ReturnType<typeof whyNot>>, (category: string | null) => string> = {
  returned: () => '返却済みのデバイスのため、この操作はできません。',
  'not-rented': (category) =>
    `${category ?? 'サブスク以外'}のデバイスのため、${kindsFor('rented')}の操作はできません。`,
  'not-sold': () => `${kindsFor('sold')}を申請できるのは、販売済のデバイスのみです。`,
};

/**
 * Why a request is refused; undefined if it is possible. A device under another subscription or in another shop than
 * the request names is not found, even if it is the caller's. `now` in unix seconds.
 */
export function refusalOf(
  asked: AskedFor,
  { device, lock, repairs }: DeviceFacts,
  holder: DeviceHolder | undefined,
  now: number,
): CallError | undefined {
  const elsewhere =
    (asked.subscriptionId !== undefined && (!device || asked.subscriptionId !== holderOf(device))) ||
    (asked.customerId !== undefined && asked.customerId !== holder?.customerId);
  if (!device || !holder || elsewhere) return new CallError('DEVICE_NOT_FOUND');
  const reason = whyNot(asked.kind, device);
  if (reason) return new CallError('DEVICE_NOT_ELIGIBLE', { text: texts[reason](device.deviceCategory) });
  if (rulesOf(asked.kind).blockedByRepair && repairs.some((repair) => !repair.completed))
    return new CallError('REPAIR_IN_PROGRESS');
  if (lock && isLocked(lock, now)) {
    return new CallError('DEVICE_LOCKED', {
      details: { lockUntil: new Date(lock.lockUntil * 1000).toISOString(), lastActionType: lock.kind },
    });
  }
  return undefined;
}
