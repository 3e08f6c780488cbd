/** The values of a device that decide which requests are possible; they are the record system's (record-system.ts). */
interface DeviceValues {
  /** 出荷 or 返却; null if the record system has none. */
  readonly status: string | null;
  /** サブスク, 購入機材 or 代替え機. */
  readonly deviceCategory: string | null;
  /** 販売済 if it was sold. */
  readonly subscriptionRentalAvailability: string | null;
}

interface KindRules {
  /** Name of the kind, for people and in the staff's app. */
  readonly label: string;
  /** The kind in the message to the staff: its subject, its first line, and the heading of the issues. */
  readonly message: { readonly subject: string; readonly title: string; readonly issues: string };
  /**
   * The movement that the request is (decisions/movements): it is for rented devices (spec 4), and 返却 of its device
   * ends it. Null for one of sold devices (spec 2, Store devices), which moves none and which the staff end.
   */
  readonly moves: 'collect' | 'swap' | null;
}

export const deviceRequestKinds = {
  return: {
    label: '返却',
    message: { subject: 'Return request', title: '返却の申請', issues: '' },
    moves: 'collect',
  },
  exchange: {
    label: '交換',
    message: { subject: 'Exchange request', title: '交換のリクエスト', issues: '不調部分' },
    moves: 'swap',
  },
  repair: {
    label: '修理',
    message: { subject: 'Repair request', title: '修理の申請', issues: '修理内容' },
    moves: null,
  },
} as const satisfies Record<string, KindRules>;

export type DeviceRequestKind = keyof typeof deviceRequestKinds;
export type DeviceRequestLabel = (typeof deviceRequestKinds)[DeviceRequestKind]['label'];

/** The kinds whose requests are movements too. */
export type MovingRequestKind = {
  [Kind in DeviceRequestKind]: (typeof deviceRequestKinds)[Kind]['moves'] extends null ? never : Kind;
}[DeviceRequestKind];

export const isMoving = (kind: DeviceRequestKind): kind is MovingRequestKind => rulesOf(kind).moves !== null;

/** Business days within which the staff call about a repair (spec 9). */
export const repairCalledWithin = 2;

export const deviceRequestKindNames = Object.keys(deviceRequestKinds) as readonly DeviceRequestKind[];

export const rulesOf = (kind: DeviceRequestKind): KindRules => deviceRequestKinds[kind];

export const deviceRequestLabels: readonly string[] = deviceRequestKindNames.map((kind) => rulesOf(kind).label);

/** Whether it went back, so that its owner can no longer request anything for it. */
export const isReturned = ({ status }: Pick<DeviceValues, 'status'>): boolean => status === '返却';

/** Whether it is with its owner: any other status (lost, in repair, in stock) is shown as it is and allows nothing. */
export const isShipped = ({ status }: Pick<DeviceValues, 'status'>): boolean => !status || status === '出荷';

/** Only rented devices can be returned or exchanged (spec 4). */
export const isRented = ({ deviceCategory }: Pick<DeviceValues, 'deviceCategory'>): boolean =>
  deviceCategory === 'サブスク';

/** Whether a rented device is with its owner; substitutes and sold ones are not counted. */
export const isHeld = (device: Pick<DeviceValues, 'deviceCategory' | 'status'>): boolean =>
  isRented(device) && isShipped(device);

/** Only sold devices can be repaired (spec 2, Store devices). */
export const isSold = ({
  subscriptionRentalAvailability,
}: Pick<DeviceValues, 'subscriptionRentalAvailability'>): boolean => subscriptionRentalAvailability === '販売済';

/** Why a kind of request is not possible for a device; undefined if it is. Does not check locks. */
export function whyNot(
  kind: DeviceRequestKind,
  device: DeviceValues,
): 'returned' | 'not-shipped' | 'not-rented' | 'not-sold' | undefined {
  if (isReturned(device)) return 'returned';
  if (!isShipped(device)) return 'not-shipped';
  if (isMoving(kind)) return isRented(device) ? undefined : 'not-rented';
  return isSold(device) ? undefined : 'not-sold';
}

/** Whether the device's current state ends a request of this kind, and with it the device's lock. */
export const endsRequest = (kind: DeviceRequestKind, device: Pick<DeviceValues, 'status'>): boolean =>
  isMoving(kind) && isReturned(device);
