import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import {
  deviceRequestKindNames,
  isMoving,
  rulesOf,
  whyNot,
  type DeviceRequestKind,
} from '#shared/model/device-request';
import { movementCauses, takenText, takes } from '#shared/model/movement';
import { isOver } from '#shared/model/subscription-status';
import type { DeviceFacts } from '../../adapters/devices-table/device-facts';
import { holderOf, subscriptionOf, type DeviceItem } from '../../adapters/devices-table/items';
import type { MovementItem } from '../../adapters/devices-table/movements';
import { isLocked } from '../movements/request-states';

/** The request, and the resource of the caller that it names besides the device. */
export interface AskedFor {
  kind: DeviceRequestKind;
  subscriptionId?: string;
  customerId?: string;
}

/** The caller's shop that has the device, and its movements. */
export interface DeviceHolder {
  customerId: string;
  record: Pick<ShopRecord, 'subscriptions'>;
  movements: readonly MovementItem[];
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

const ended = 'ご契約が終了しているため、交換は申し込めません。お手元のデバイスは、ご返却をお願いします。';

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
  const { serialNumber } = device;
  const takenBy = holder.movements.find((one) =>
    takes(one, { serialNumber, isOfItsSubscription: one.subscriptionId === holderOf(device) }),
  );
  const reason = whyNot(asked.kind, device);
  if (reason) return new CallError('DEVICE_NOT_ELIGIBLE', { text: texts[reason](device.deviceCategory) });
  if (rulesOf(asked.kind).blockedByRepair && repairs.some((repair) => !repair.completed))
    return new CallError('REPAIR_IN_PROGRESS');
  if (lock && isLocked(lock, now)) {
    return new CallError('DEVICE_LOCKED', {
      details: { lockUntil: new Date(lock.lockUntil * 1000).toISOString(), lastActionType: lock.kind },
    });
  }
  if (isMoving(asked.kind) && takenBy)
    return new CallError(movementCauses[takenBy.cause].requested ? 'DEVICE_LOCKED' : 'DEVICE_NOT_ELIGIBLE', {
      text: takenText(takenBy),
    });
  if (rulesOf(asked.kind).moves === 'swap' && hasEnded(device, holder))
    return new CallError('DEVICE_NOT_ELIGIBLE', { text: ended });
  return undefined;
}

/** Whether a device's subscription is over: it goes back, and no other one is sent for it. */
function hasEnded(device: DeviceItem, { record }: DeviceHolder): boolean {
  const subscription = record.subscriptions.find(({ id }) => id === subscriptionOf(device));
  return subscription !== undefined && isOver(subscription);
}
