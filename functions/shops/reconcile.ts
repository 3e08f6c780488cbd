import { paginateScan, type ScanCommandInput } from '@aws-sdk/lib-dynamodb';
import { documents, type Key } from '#functions/platform/dynamodb/items';
import { usersTable, sortKeys, userKey, type SnapshotItem } from '#functions/platform/users-table';
import type { ShopRecord } from '#shared/model/customer';
import { isCardlessTrial } from '#shared/model/subscription';
import { giveTrialItsCard } from '#functions/billing/saved-cards';
import { indexMissing } from '#functions/documents/index-documents';
import { logFailure } from '#functions/platform/logger';
import { isUnavailable } from '#functions/platform/unavailable';
import { refreshShop } from './refresh-shop';
import { readSnapshot } from './shops-table';

interface ShopName {
  userId: string;
  customerId: string;
}

/** Pages of the table, 1 MB each, whose shops are one part. */
const pagesInPart = 20;

/** The shops of all users in one part of the table; `next` is where the next part begins, absent for the last part. */
export async function scanShops(start?: Key): Promise<{ shops: ShopName[]; next: Key | undefined }> {
  const shops: ShopName[] = [];
  let next: Key | undefined;
  let pages = 0;
  const scan: ScanCommandInput = {
    TableName: usersTable(),
    FilterExpression: 'begins_with(pk, :user) AND begins_with(sk, :shop)',
    ExpressionAttributeValues: { ':user': userKey(''), ':shop': sortKeys.shop('') },
    ProjectionExpression: 'pk, sk',
  };
  for await (const page of paginateScan({ client: documents, startingToken: start }, scan)) {
    for (const { pk, sk } of (page.Items ?? []) as Key[])
      shops.push({ userId: pk.slice(userKey('').length), customerId: sk.slice(sortKeys.shop('').length) });
    next = page.LastEvaluatedKey as Key | undefined;
    if ((pages += 1) >= pagesInPart) break;
  }
  return { shops, next };
}

/** Reads a shop and keeps the snapshot (see refreshShop). A trial gets the card that its owner saved for it. */
export async function reconcileShop(userId: string, customerId: string): Promise<ShopRecord | undefined> {
  const record = await refreshShop(userId, customerId);
  const lacksCard = record?.subscriptions.some(isCardlessTrial);
  return lacksCard && (await giveTrialItsCard(userId, customerId)) ? refreshShop(userId, customerId) : record;
}

/** After so many outages in a row Stripe is not asked again: the cause is general, and each may take seconds. */
const mostOutages = 20;

/**
 * Reads the snapshots of shops, those first from Stripe, with their documents, that were not read since a time (unix
 * ms) or after a change. One that cannot be read is named in the log, and its last snapshot has to do.
 */
export function snapshotsSince(since: number): (shop: ShopName) => Promise<SnapshotItem | undefined> {
  let outages = 0;
  return async ({ userId, customerId }) => {
    const snapshot = await readSnapshot(userId, customerId);
    const isFresh = snapshot && snapshot.changedAtMs === undefined && snapshot.readAtMs >= since;
    if (isFresh || outages >= mostOutages) return snapshot;
    try {
      const record = await reconcileShop(userId, customerId);
      if (record) await indexMissing(userId, record);
      outages = 0;
    } catch (error) {
      outages = isUnavailable(error) ? outages + 1 : 0;
      logFailure('a shop could not be read', { userId, customerId }, error);
    }
    return readSnapshot(userId, customerId);
  };
}
