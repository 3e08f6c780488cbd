import { reconciling } from '#shared/constants';
import { paginateScan, type ScanCommandInput } from '@aws-sdk/lib-dynamodb';
import { documents, type Key } from '#functions/platform/dynamodb/items';
import { usersTable, sortKeys, userKey } from '#functions/platform/users-table';
import * as z from 'zod/mini';
import type { ShopRecord } from '#shared/model/customer';
import { clock } from '#functions/platform/clock';
import { defineTask, readTask } from '#functions/platform/tasks';
import { defineWorker } from '#functions/platform/worker';
import { giveTrialItsCard } from '#functions/billing/saved-cards';
import { indexMissing } from '#functions/documents/index-documents';
import { logFailure } from '#functions/platform/logger';
import { refreshShop } from './refresh-shop';
import { workUntil } from '#functions/platform/map-with-limit';

/** A shop and when it was last read: unix milliseconds, 0 if never or if no reading followed a change. */
interface ShopAge {
  userId: string;
  customerId: string;
  readAtMs: number;
}

const userOf = (pk: string): string => pk.slice(userKey('').length);

/**
 * The shops of all users in one part of the table, by keys and ages alone, the oldest reading first; `next` is where
 * the next part begins, absent for the last part. If the snapshot of the last shop is on the next page, the shop counts
 * as one without a snapshot.
 */
export async function scanShopAges(start?: Key): Promise<{ shops: ShopAge[]; next: Key | undefined }> {
  const shops = new Map<string, ShopAge>();
  const ages = new Map<string, number>();
  let next: Key | undefined;
  let pages = 0;
  const scan: ScanCommandInput = {
    TableName: usersTable(),
    FilterExpression: 'begins_with(pk, :user) AND (begins_with(sk, :shop) OR begins_with(sk, :snapshot))',
    ExpressionAttributeValues: { ':user': userKey(''), ':shop': sortKeys.shop(''), ':snapshot': sortKeys.snapshot('') },
    ProjectionExpression: 'pk, sk, readAtMs, changedAtMs',
  };
  for await (const page of paginateScan({ client: documents, startingToken: start }, scan)) {
    for (const item of page.Items ?? []) {
      const { pk, sk, readAtMs = 0, changedAtMs } = item as Key & { readAtMs?: number; changedAtMs?: number };
      const customerId = sk.slice(sk.indexOf('#') + 1);
      if (sk.startsWith(sortKeys.shop('')))
        shops.set(`${pk} ${customerId}`, { userId: userOf(pk), customerId, readAtMs: 0 });
      else ages.set(`${pk} ${customerId}`, changedAtMs === undefined ? readAtMs : 0);
    }
    next = page.LastEvaluatedKey as Key | undefined;
    if ((pages += 1) >= reconciling.pagesInPart) break;
  }
  return {
    shops: [...shops]
      .map(([key, shop]) => ({ ...shop, readAtMs: ages.get(key) ?? 0 }))
      .toSorted((left, right) => left.readAtMs - right.readAtMs),
    next,
  };
}

/** After this many failures the cause is general, and trying the rest at once does not help. */
const mostFailures = 20;
/** Seconds until a part is tried again that had so many. */
const pause = 5 * 60;

const partSchema = z.object({
  /** When the pass began, in unix milliseconds: shops read since then are done. */
  since: z.number(),
  /** Where the part begins; absent for the first. */
  start: z.optional(z.object({ pk: z.string(), sk: z.string() })),
  /** Customers of the part that could not be read; they wait for the next pass. */
  failed: z.array(z.string()),
});
type Part = z.infer<typeof partSchema>;

const reconcilePart = defineTask('reconcile-part', partSchema);
/** The one part that waits: a pass goes on by putting the next part in its place. */
const waiting = { id: 'reconcile-part' };

/** Reads a shop and keeps the snapshot (see refreshShop). A trial gets the card that its owner saved for it. */
export async function reconcileShop(userId: string, customerId: string): Promise<ShopRecord | undefined> {
  const record = await refreshShop(userId, customerId);
  const lacksCard = record?.subscriptions.some(
    ({ status, default_payment_method: card }) => status === 'trialing' && card === null,
  );
  return lacksCard && (await giveTrialItsCard(userId, customerId)) ? refreshShop(userId, customerId) : record;
}

export async function reconcileShops(): Promise<{ begun: number }> {
  if (await readTask({ kind: reconcilePart.kind, ...waiting })) return { begun: 0 };
  await reconcilePart.enqueue({ since: clock.now(), failed: [] }, waiting);
  return { begun: 1 };
}

/** Reads the shops of one part of the table, the oldest reading first, and enqueues what is left, or the next part. */
export async function reconcileOnePart(part: Part, until: number): Promise<void> {
  const { shops, next } = await scanShopAges(part.start);
  const due = shops.filter(({ customerId, readAtMs }) => readAtMs < part.since && !part.failed.includes(customerId));
  const failed: string[] = [];
  const read = async ({ userId, customerId }: ShopAge): Promise<void> => {
    const record = await reconcileShop(userId, customerId);
    if (record) await indexMissing(userId, record);
  };
  // The rest of Stripe's limit is for waiting users.
  const bounds = { until: until - reconciling.reserveSeconds * 1000, atOnce: reconciling.shopsAtOnce, mostFailures };
  const { left } = await workUntil(bounds, due, read, ({ userId, customerId }, error) => {
    failed.push(customerId);
    logFailure('a shop could not be read', { userId, customerId }, error);
  });
  const options = { ...waiting, ...(failed.length >= mostFailures && { notBefore: clock.seconds() + pause }) };
  if (left > 0) await reconcilePart.enqueue({ ...part, failed: [...part.failed, ...failed] }, options);
  else if (next) await reconcilePart.enqueue({ since: part.since, start: next, failed: [] }, options);
}

export const reconcileWorkers = [
  defineWorker(
    reconcilePart,
    (part, { until }) => reconcileOnePart(part, until),
    'Shops that were read since the pass began are left out.',
  ),
];
