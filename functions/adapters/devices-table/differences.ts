import { deleteWrite, putWrite, type Write } from '../dynamodb/transaction';
import { isNew } from '../dynamodb/expressions';
import { deliveryWrite, newDelivery, type DifferenceNews } from './deliveries';
import { movementSorts, shopKey } from './keys';
import { devicesTable } from './table';

/** A difference between the devices held and billed of a subscription that the staff were told of. */
export interface DifferenceItem {
  subscriptionId: string;
  held: number;
  billed: number;
  /** When it was noticed; unix seconds. */
  noticedAt: number;
}

const keyOf = (customerId: string, subscriptionId: string) => ({
  pk: shopKey(customerId),
  sk: movementSorts.difference(subscriptionId),
});

/** The condition that nobody told the staff since `known` was read. */
const asKnown = (known: DifferenceItem | undefined) =>
  known ? { if: 'held = :held AND billed = :billed', values: { held: known.held, billed: known.billed } } : isNew;

/** The write that keeps a difference as told, in the place of the known one. */
export const differenceWrite = (
  customerId: string,
  difference: DifferenceItem,
  known: DifferenceItem | undefined,
): Write => putWrite(devicesTable(), keyOf(customerId, difference.subscriptionId), difference, asKnown(known));

/** The write that forgets a difference which has gone away. */
export const forgetDifferenceWrite = (customerId: string, known: DifferenceItem): Write =>
  deleteWrite(devicesTable(), keyOf(customerId, known.subscriptionId), asKnown(known));

/** The write that tells the staff of a difference by a message alone; `at` in unix seconds. */
export const differenceNewsWrite = (news: DifferenceNews, at: number): Write =>
  deliveryWrite({
    ...newDelivery(
      { requestId: `difference-${news.subscriptionId}-${news.change}`, serialNumber: '', requestedAt: at },
      { claim: 'none', nextTryAt: at },
    ),
    tries: 0,
    recordedAt: at,
    difference: news,
  });
