import { paginateScan, type ScanCommandInput } from '@aws-sdk/lib-dynamodb';
import { documents, type Key } from '#functions/platform/dynamodb/items';
import { usersTable, sortKeys, userKey, type ShopItem, type SnapshotItem } from '#functions/platform/users-table';
import type { ShopRecord } from '#shared/model/customer';
import { isCardlessTrial } from '#shared/model/subscription';
import { giveTrialItsCard } from '#functions/billing/saved-cards';
import { indexMissing } from '#functions/documents/index-documents';
import { clock } from '#functions/platform/clock';
import { logFailure } from '#functions/platform/logger';
import { isUnavailable } from '#functions/platform/unavailable';
import { refreshShop } from './refresh-shop';
import { keepReconciled, readSnapshot } from './shops-table';

export interface ScannedShop {
  userId: string;
  customerId: string;
  /** As ShopItem has it; 0 if never. */
  reconciledAtMs: number;
}

/** Pages of the table, 1 MB each, whose shops are one part. */
const pagesInPart = 20;

/** The shops of all users in one part of the table; `next` is where the next part begins, absent for the last part. */
export async function scanShops(start?: Key): Promise<{ shops: ScannedShop[]; next: Key | undefined }> {
  const shops: ScannedShop[] = [];
  let next: Key | undefined;
  let pages = 0;
  const scan: ScanCommandInput = {
    TableName: usersTable(),
    FilterExpression: 'begins_with(pk, :user) AND begins_with(sk, :shop)',
    ExpressionAttributeValues: { ':user': userKey(''), ':shop': sortKeys.shop('') },
    ProjectionExpression: 'pk, sk, reconciledAtMs',
  };
  for await (const page of paginateScan({ client: documents, startingToken: start }, scan)) {
    for (const { pk, sk, reconciledAtMs = 0 } of (page.Items ?? []) as (Key & Pick<ShopItem, 'reconciledAtMs'>)[]) {
      const [userId, customerId] = [pk.slice(userKey('').length), sk.slice(sortKeys.shop('').length)];
      shops.push({ userId, customerId, reconciledAtMs });
    }
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
 * Reads the snapshots of shops, those first from Stripe that were not read after a change, or not since a time (unix
 * ms) together with their documents and trials' cards: other readings leave these. One that cannot be read is named in
 * the log, and its last snapshot has to do.
 */
export function snapshotsSince(since: number): (shop: ScannedShop) => Promise<SnapshotItem | undefined> {
  let outages = 0;
  return async ({ userId, customerId, reconciledAtMs }) => {
    const snapshot = await readSnapshot(userId, customerId);
    const isFresh = snapshot && snapshot.changedAtMs === undefined && reconciledAtMs >= since;
    if (isFresh || outages >= mostOutages) return snapshot;
    const begunAt = clock.now();
    try {
      const record = await reconcileShop(userId, customerId);
      if (record) await indexMissing(userId, record);
      await keepReconciled(userId, customerId, begunAt);
      outages = 0;
    } catch (error) {
      outages = isUnavailable(error) ? outages + 1 : 0;
      logFailure('a shop could not be read', { userId, customerId }, error);
    }
    return readSnapshot(userId, customerId);
  };
}
