import { exists } from '../dynamodb/expressions';
import { deleteItem, updateItemIf } from '../dynamodb/items';
import { queryPages } from '../dynamodb/query';
import { putWrite, type Write } from '../dynamodb/transaction';
import { devicesTable } from './table';
import { deliveriesKey, deliverySort } from './keys';

/** The two ways in which a request reaches the staff. */
export type DeliveryStep = 'record' | 'message';

/** The change of a movement that a delivery tells the staff of, and the shop as they see it. */
export interface MovementNews {
  movementId: string;
  customerId: string;
  change: 'ordered' | 'changed' | 'sent' | 'withdrawn' | 'readdressed';
  /** With another address: the receipt numbers of all that it is the address of. */
  receipts?: string[];
  shop: { name: string; address: string; phone: string };
}

/** A request that has not reached the staff yet, and its progress. Times are unix seconds. */
export interface DeliveryItem {
  requestId: string;
  serialNumber: string;
  requestedAt: number;
  /** The run that has claimed it, or claimed it last. */
  claim: string;
  /** No other run tries before this time: the end of a claim, or of a pause after a failure. */
  nextTryAt: number;
  /** How often it was started. */
  tries: number;
  /** How often a step was refused for good; another try does not change that by itself. */
  refusals: number;
  /** When it was set aside after too many refusals. */
  parkedAt?: number;
  /** When each step was done. */
  recordedAt?: number;
  noticedAt?: number;
  /** Present if it tells of a movement and not of a device request. */
  news?: MovementNews;
}

type Named = Pick<DeliveryItem, 'requestId' | 'requestedAt'>;

const doneAt = { record: 'recordedAt', message: 'noticedAt' } as const satisfies Record<
  DeliveryStep,
  keyof DeliveryItem
>;
const keyOf = ({ requestedAt, requestId }: Named) => ({ pk: deliveriesKey, sk: deliverySort(requestedAt, requestId) });

/** The delivery of a newly accepted request, claimed by the call that accepted it. */
export const newDelivery = (
  { requestId, serialNumber, requestedAt }: Named & Pick<DeliveryItem, 'serialNumber'>,
  held: Pick<DeliveryItem, 'claim' | 'nextTryAt'>,
): DeliveryItem => ({
  requestId,
  serialNumber,
  requestedAt,
  ...held,
  tries: 1,
  refusals: 0,
});

/** The steps that are left, the record first. */
export const stepsLeft = (delivery: Pick<DeliveryItem, 'recordedAt' | 'noticedAt'>): DeliveryStep[] =>
  (['record', 'message'] as const).filter((step) => delivery[doneAt[step]] === undefined);

/** Deliveries that are due at a time (unix seconds), the longest waiting first, at most `limit`. */
export async function listDueDeliveries(now: number, limit: number): Promise<DeliveryItem[]> {
  const due: DeliveryItem[] = [];
  const pages = queryPages<DeliveryItem>({
    TableName: devicesTable(),
    KeyConditionExpression: 'pk = :pk',
    FilterExpression: 'nextTryAt <= :now',
    ExpressionAttributeValues: { ':pk': deliveriesKey, ':now': now },
    ConsistentRead: true,
  });
  for await (const page of pages) {
    due.push(...page);
    if (due.length >= limit) break;
  }
  return due.slice(0, limit);
}

/** Claims a delivery until a time and returns it; undefined if another run has it or it is done. */
export const claimDelivery = (
  named: Named,
  { claim, nextTryAt }: Pick<DeliveryItem, 'claim' | 'nextTryAt'>,
  now: number,
): Promise<DeliveryItem | undefined> =>
  updateItemIf(devicesTable(), keyOf(named), {
    set: { claim, nextTryAt },
    assign: ['tries = tries + :one'],
    if: 'nextTryAt <= :now',
    values: { one: 1, now },
  });

/** Records that a step was done, even if another run has the delivery now. */
export async function recordStep(named: Named, step: DeliveryStep, now: number): Promise<void> {
  await updateItemIf(devicesTable(), keyOf(named), { set: { [doneAt[step]]: now }, ...exists });
}

/** Releases a delivery that failed, until its next try, unless another run has claimed it meanwhile. */
export async function releaseDelivery(
  named: Named & Pick<DeliveryItem, 'claim'>,
  { nextTryAt, refusals, parkedAt }: Pick<DeliveryItem, 'nextTryAt' | 'refusals' | 'parkedAt'>,
): Promise<void> {
  await updateItemIf(devicesTable(), keyOf(named), {
    set: { nextTryAt, refusals, parkedAt },
    if: 'claim = :claim',
    values: { claim: named.claim },
  });
}

/** The write that enqueues a delivery; for the transaction that accepts its request. */
export const deliveryWrite = (delivery: DeliveryItem): Write => putWrite(devicesTable(), keyOf(delivery), delivery);

/** Removes a delivery that is done. */
export async function removeDelivery(named: Named): Promise<void> {
  await deleteItem(devicesTable(), keyOf(named));
}
