import type { MovementCause, MovementKind, MovementState, Parcel } from '#shared/model/movement';
import { newId } from '#functions/platform/crypto';
import { exists, isNew, getItem, updateItemIf } from '#functions/platform/dynamodb/items';
import { queryRange } from '#functions/platform/dynamodb/query';
import { putWrite, updateWrite, type Write } from '#functions/platform/dynamodb/transaction';
import { devicesTable, movementSort } from '#functions/devices/items';
import { findRequest } from '#functions/devices/requests-table';

/** A movement (decisions/movements). Times are unix seconds; `promisedBy` is a calendar day in Japan. */
export interface MovementItem {
  movementId: string;
  receiptNumber: string;
  customerId: string;
  subscriptionId: string;
  kind: MovementKind;
  cause: MovementCause;
  count: number;
  /** Those that are known, at most `count`. */
  serialNumbers: readonly string[];
  /** Those of them that are back, while others are not. */
  back?: readonly string[];
  /** The serial number that its device request names, if the staff have corrected it since. */
  requestedSerial?: string;
  promisedBy: string;
  orderedAt: number;
  state: MovementState;
  movedAt: number;
  parcel?: Parcel;
  /** Present when the staff have its record: if that goes away, they deleted it. */
  recordedAt?: number;
  /** When its devices arrived, by the staff's record. */
  arrivedAt?: number;
  /** Only for a return that lowers its subscription: `due` until the lower count is booked. */
  lowers?: 'due' | 'done';
  /** Rises with each change but that of `recordedAt`, which decides nothing. */
  version: number;
}

/** Whether a return is to lower its subscription and has not yet. */
export const isDueReturn = ({ lowers, state }: MovementItem): boolean => lowers === 'due' && state !== 'withdrawn';

/** The id of a movement that a booking orders. It names the shop, by which it is found; Stripe's ids have no hyphen. */
export const newMovementId = (customerId: string): string => `mv-${customerId}-${newId()}`;

/** The shop of a movement by its id; that of a return or exchange is in its device request, whose id it has. */
export const shopOfMovement = async (movementId: string): Promise<string | undefined> =>
  /^mv-([^-]+)-./.exec(movementId)?.[1] ?? (await findRequest(movementId, { consistent: true }))?.customerId;

export type MovementKey = Pick<MovementItem, 'customerId' | 'movementId'>;

const keyOf = ({ customerId, movementId }: MovementKey) => ({
  pk: `SHOP#${customerId}`,
  sk: movementSort(movementId),
});
export const readMovement = (named: MovementKey): Promise<MovementItem | undefined> =>
  getItem(devicesTable(), keyOf(named));

export const readShopMovements = (customerId: string, options?: { consistent: boolean }): Promise<MovementItem[]> =>
  queryRange(devicesTable(), { pk: `SHOP#${customerId}`, beginning: movementSort('') }, options);

export const movementWrite = (movement: MovementItem): Write =>
  putWrite(devicesTable(), keyOf(movement), movement, isNew);

/** The write that changes a movement, on the condition that nobody has changed it since it was read. */
export const changeWrite = (
  movement: MovementItem,
  change: Partial<Omit<MovementItem, 'movementId' | 'customerId' | 'version'>>,
): Write =>
  updateWrite(devicesTable(), keyOf(movement), {
    set: { ...change, version: movement.version + 1 },
    if: '#version = :version',
    values: { version: movement.version },
  });

/** Marks that the staff have the record of a movement; `at` in unix seconds. */
export async function markRecorded(named: MovementKey, at: number): Promise<void> {
  await updateItemIf(devicesTable(), keyOf(named), { set: { recordedAt: at }, ...exists });
}
