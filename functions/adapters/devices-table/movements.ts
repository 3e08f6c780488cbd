import type { MovementCause, MovementKind, MovementState, Parcel } from '#shared/model/movement';
import { getItems } from '../dynamodb/batch';
import { exists, isNew } from '../dynamodb/expressions';
import { deleteItem, deleteItemIf, getItem, putItem, updateItemIf } from '../dynamodb/items';
import { queryRange } from '../dynamodb/query';
import { deleteWrite, putWrite, updateWrite, type Write } from '../dynamodb/transaction';
import type { DifferenceItem } from './differences';
import { deliveryWrite, newDelivery, type MovementNews } from './deliveries';
import { movementSorts, reductionsKey, shopKey } from './keys';
import { devicesTable } from './table';

/** A movement (decision 064). Times are unix seconds; `promisedBy` is a calendar day in Japan. */
export interface MovementItem {
  movementId: string;
  receiptNumber: string;
  customerId: string;
  subscriptionId: string;
  kind: MovementKind;
  cause: MovementCause;
  count: number;
  /** As many as `count`, or none if it is not known which. */
  serialNumbers: readonly string[];
  promisedBy: string;
  orderedAt: number;
  state: MovementState;
  movedAt: number;
  parcel?: Parcel;
  /** Present when the staff have its record: if that goes away, they deleted it. */
  recordedAt?: number;
  /** When its devices arrived, by the staff's record. */
  arrivedAt?: number;
  /** Only for a return: whether the subscription goes down with it. */
  lowers?: 'waiting' | 'due' | 'done';
}

/** What an owner's change says about itself before Stripe makes it; it explains the next change of the count. */
export interface IntentionItem {
  subscriptionId: string;
  to: number;
  serialNumbers: readonly string[];
  cause?: MovementCause;
  /** Of a lower quantity: it is forgotten by this if the change is refused. */
  id?: string;
  /** Unix seconds; also the item's TTL. */
  expiresAt: number;
}

/**
 * The turn of what takes a subscription's devices back, returns, exchanges and lower counts: of two at the same time,
 * one decides again with the other's.
 */
interface ReducingItem {
  subscriptionId: string;
  turn: number;
  /** Unix seconds; also the item's TTL. */
  expiresAt: number;
}

/** A return whose subscription is to be lowered now. */
export interface ReductionItem {
  movementId: string;
  customerId: string;
  /** Unix seconds. */
  dueAt: number;
}

export interface ShopMovements {
  movements: MovementItem[];
  intentions: IntentionItem[];
  reducing: ReducingItem[];
  differences: DifferenceItem[];
}

type Named = Pick<MovementItem, 'customerId' | 'movementId'>;

const keyOf = ({ customerId, movementId }: Named) => ({
  pk: shopKey(customerId),
  sk: movementSorts.movement(movementId),
});
const intentionKey = (customerId: string, subscriptionId: string) => ({
  pk: shopKey(customerId),
  sk: movementSorts.intention(subscriptionId),
});

export const readMovement = (named: Named): Promise<MovementItem | undefined> => getItem(devicesTable(), keyOf(named));

/** Movements by their id; missing ones are left out. */
export async function readMovements(named: readonly Named[]): Promise<Map<string, MovementItem>> {
  const items = await getItems<MovementItem>(devicesTable(), named.map(keyOf));
  return new Map(items.map((item) => [item.movementId, item]));
}

/** All movements, intentions and told differences of a shop: one query. */
export async function readShopMovements(
  customerId: string,
  { consistent = true }: { consistent?: boolean } = {},
): Promise<ShopMovements> {
  const items = await queryRange<{ sk: string }>(devicesTable(), { pk: shopKey(customerId) }, { consistent });
  const below = (beginning: string) => items.filter(({ sk }) => sk.startsWith(beginning));
  return {
    movements: below(movementSorts.movement('')) as unknown as MovementItem[],
    intentions: below(movementSorts.intention('')) as unknown as IntentionItem[],
    reducing: below(movementSorts.reducing('')) as unknown as ReducingItem[],
    differences: below(movementSorts.difference('')) as unknown as DifferenceItem[],
  };
}

/** The writes that order a movement: the movement, and its delivery to the staff. */
export const orderWrites = (movement: MovementItem, shop: MovementNews['shop']): Write[] => [
  putWrite(devicesTable(), keyOf(movement), movement, isNew),
  newsWrite(movement, { change: 'ordered', shop }, movement.orderedAt),
];

/** The write that orders a movement whose device request is delivered to the staff for it. */
export const movementWrite = (movement: MovementItem): Write =>
  putWrite(devicesTable(), keyOf(movement), movement, isNew);

/** The write that tells the staff of a change of a movement; `at` in unix seconds. */
export const newsWrite = (
  { movementId, customerId, serialNumbers }: MovementItem,
  { change, shop }: Pick<MovementNews, 'change' | 'shop'>,
  at: number,
): Write =>
  deliveryWrite({
    ...newDelivery(
      {
        requestId: change === 'ordered' ? movementId : `${movementId}-${change}`,
        serialNumber: serialNumbers.join('、'),
        requestedAt: at,
      },
      { claim: 'none', nextTryAt: at },
    ),
    tries: 0,
    news: { movementId, customerId, change, shop },
  });

/** The write that changes a movement, on the condition that it is in the state in which it was decided on. */
export const changeWrite = (
  movement: MovementItem,
  change: Partial<Pick<MovementItem, 'state' | 'movedAt' | 'parcel' | 'lowers' | 'arrivedAt'>>,
): Write =>
  updateWrite(devicesTable(), keyOf(movement), {
    set: change,
    if: `#state = :known AND ${movement.lowers === undefined ? 'attribute_not_exists(lowers)' : 'lowers = :lowers'}`,
    values: { known: movement.state, ...(movement.lowers !== undefined && { lowers: movement.lowers }) },
  });

/** Marks that the staff have the record of a movement; `at` in unix seconds. */
export async function markRecorded(named: Named, at: number): Promise<void> {
  await updateItemIf(devicesTable(), keyOf(named), { set: { recordedAt: at }, ...exists });
}

/** How long a turn is kept, in seconds: longer than any call that has read it. */
const turnKeptFor = 60 * 60;

/** The write that takes the next turn after the one that was read, for a transaction that lowers a subscription. */
export function reducingWrite(
  customerId: string,
  subscriptionId: string,
  { reducing }: Pick<ShopMovements, 'reducing'>,
  now: number,
): Write {
  const seen = reducing.find((one) => one.subscriptionId === subscriptionId);
  return putWrite(
    devicesTable(),
    { pk: shopKey(customerId), sk: movementSorts.reducing(subscriptionId) },
    { subscriptionId, turn: (seen?.turn ?? 0) + 1, expiresAt: now + turnKeptFor },
    seen ? { if: 'attribute_not_exists(pk) OR turn = :seen', values: { seen: seen.turn } } : isNew,
  );
}

/** Keeps an intention in the place of any earlier one. */
export const putIntention = (customerId: string, intention: IntentionItem): Promise<void> =>
  putItem(devicesTable(), intentionKey(customerId, intention.subscriptionId), intention);
/** The same as a write. */
export const intentionWrite = (customerId: string, intention: IntentionItem): Write =>
  putWrite(devicesTable(), intentionKey(customerId, intention.subscriptionId), intention);
/** Forgets an intention whose change was refused, unless another one has taken its place. */
export async function forgetIntention(customerId: string, { subscriptionId, id }: IntentionItem): Promise<void> {
  if (id === undefined) return;
  await deleteItemIf(devicesTable(), intentionKey(customerId, subscriptionId), { if: 'id = :id', values: { id } });
}
export const forgetIntentionWrite = (customerId: string, subscriptionId: string): Write =>
  deleteWrite(devicesTable(), intentionKey(customerId, subscriptionId));

const reductionKeyOf = ({ movementId }: Pick<ReductionItem, 'movementId'>) => ({ pk: reductionsKey, sk: movementId });

/** The write that has a return's subscription lowered from a time (unix seconds). */
export const reductionWrite = ({ movementId, customerId }: Named, dueAt: number): Write =>
  putWrite(devicesTable(), reductionKeyOf({ movementId }), { movementId, customerId, dueAt });
export const listReductions = (): Promise<ReductionItem[]> => queryRange(devicesTable(), { pk: reductionsKey });
export async function forgetReduction(named: Pick<ReductionItem, 'movementId'>): Promise<void> {
  await deleteItem(devicesTable(), reductionKeyOf(named));
}
