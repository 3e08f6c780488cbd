/** A device as far as it decides what may be asked for; the values are the record system's (record-system.ts). */
interface DeviceFacts {
  /** 出荷 or 返却; null where the record system has none. */
  readonly status: string | null;
  /** サブスク, 購入機材 or 代替え機. */
  readonly deviceCategory: string | null;
  /** 販売済 for one that was sold. */
  readonly subscriptionRentalAvailability: string | null;
}

/** What is true of a kind of request. */
interface KindRules {
  /** Name of the kind, for people and in the staff's app. */
  readonly label: string;
  /** How the message to the staff names it: in its subject, in its first line, and what the issues are called. */
  readonly message: { readonly subject: string; readonly title: string; readonly issues: string };
  /** Which devices it is for: those that are rented (spec 4) or those that were sold (spec 2, Store devices). */
  readonly of: 'rented' | 'sold';
  /** What ends the request and its lock: the device comes back, or the staff say that they are done. */
  readonly endsWith: 'device-returned' | 'staff';
  /** Whether a repair of the device that is not done refuses it (spec 4, Repair wizard). */
  readonly blockedByRepair: boolean;
}

/** The kinds of requests for a device, each with all its rules. */
export const deviceRequestKinds = {
  return: {
    label: '返却',
    message: { subject: 'Return request', title: '返却の申請', issues: '' },
    of: 'rented',
    endsWith: 'device-returned',
    blockedByRepair: false,
  },
  exchange: {
    label: '交換',
    message: { subject: 'Exchange request', title: '交換のリクエスト', issues: '不調部分' },
    of: 'rented',
    endsWith: 'device-returned',
    blockedByRepair: false,
  },
  repair: {
    label: '修理',
    message: { subject: 'Repair request', title: '修理の申請', issues: '修理内容' },
    of: 'sold',
    endsWith: 'staff',
    blockedByRepair: true,
  },
} as const satisfies Record<string, KindRules>;

export type DeviceRequestKind = keyof typeof deviceRequestKinds;

/** For schemas and lists. */
export const deviceRequestKindNames = Object.keys(deviceRequestKinds) as readonly DeviceRequestKind[];

/** The rules of a kind, each as its type has it. */
export const rulesOf = (kind: DeviceRequestKind): KindRules => deviceRequestKinds[kind];

/** The names of the kinds, in their order. */
export const deviceRequestLabels: readonly string[] = deviceRequestKindNames.map((kind) => rulesOf(kind).label);

/** It went back, so it is no longer its owner's to act on. */
export const isReturned = ({ status }: Pick<DeviceFacts, 'status'>): boolean => status === '返却';

/** Only these can be returned or exchanged (spec 4). */
export const isRented = ({ deviceCategory }: Pick<DeviceFacts, 'deviceCategory'>): boolean =>
  deviceCategory === 'サブスク';

/** Only these can be repaired (spec 2, Store devices). */
export const isSold = ({
  subscriptionRentalAvailability,
}: Pick<DeviceFacts, 'subscriptionRentalAvailability'>): boolean => subscriptionRentalAvailability === '販売済';

/** Why a kind of request is not possible for a device; undefined where it is. Locks are not looked at. */
export function whyNot(
  kind: DeviceRequestKind,
  device: DeviceFacts,
): 'returned' | 'not-rented' | 'not-sold' | undefined {
  if (isReturned(device)) return 'returned';
  if (rulesOf(kind).of === 'sold') return isSold(device) ? undefined : 'not-sold';
  return isRented(device) ? undefined : 'not-rented';
}

/** Whether a device as it is now ends a request of this kind, and with it the device's lock. */
export const endsRequest = (kind: DeviceRequestKind, device: Pick<DeviceFacts, 'status'>): boolean =>
  rulesOf(kind).endsWith === 'device-returned' && isReturned(device);
