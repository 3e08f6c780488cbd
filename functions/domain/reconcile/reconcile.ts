import * as z from 'zod/mini';
import { reconciling } from '#shared/limits';
import type { ShopRecord } from '#shared/model/customer';
import { clock } from '../../adapters/clock';
import { scanShopAges, type ShopAge } from '../../adapters/users-table/shop-ages';
import { defineTask, readTask } from '../../platform/tasks';
import { defineWorker } from '../../platform/worker';
import { giveTrialItsCard } from '../cards/give-trial-its-card';
import { indexMissing } from '../documents/index-documents';
import { logFailure } from '../log-failure';
import { renewSnapshot } from '../shops/renew-snapshot';
import { workUntil } from '../work-until';

/** After this many failures the cause is general, and trying the rest at once does not help. */
const mostFailures = 20;
/** Seconds until a part is tried again that had so many. */
const pause = 5 * 60;

/** A part of a pass over all shops. */
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

/**
 * Reads a shop from Stripe and keeps the snapshot (see renewSnapshot). A trial without a card, although its owner saved
 * one, gets that card.
 */
export async function reconcileShop(userId: string, customerId: string): Promise<ShopRecord | undefined> {
  const record = await renewSnapshot(userId, customerId);
  const lacksCard = record?.subscriptions.some(
    ({ status, default_payment_method: card }) => status === 'trialing' && card === null,
  );
  return lacksCard && (await giveTrialItsCard(userId, customerId)) ? renewSnapshot(userId, customerId) : record;
}

/** Begins a pass over all shops, unless one goes on. */
export async function reconcileShops(): Promise<{ begun: number }> {
  if (await readTask({ kind: reconcilePart.kind, ...waiting })) return { begun: 0 };
  await reconcilePart.enqueue({ since: clock.now(), failed: [] }, waiting);
  return { begun: 1 };
}

/** Reads shops from Stripe, in their order, until `until` (unix milliseconds) or too many failed. */
async function readShops(shops: readonly ShopAge[], until: number): Promise<{ failed: string[]; left: number }> {
  const failed: string[] = [];
  const read = async ({ userId, customerId }: ShopAge): Promise<void> => {
    const record = await reconcileShop(userId, customerId);
    if (record) await indexMissing(userId, record);
  };
  // The rest of Stripe's limit is for waiting users.
  const options = { until, atOnce: reconciling.shopsAtOnce, mostFailures };
  const { left } = await workUntil(options, shops, read, ({ userId, customerId }, error) => {
    failed.push(customerId);
    logFailure('a shop could not be read', { userId, customerId }, error);
  });
  return { failed, left };
}

/**
 * Reads the shops of one part of the table from Stripe again, the oldest reading first, until `until` (unix
 * milliseconds), and enqueues what is left of it, or the next part.
 */
export async function reconcileOnePart(part: Part, until: number): Promise<void> {
  const { shops, next } = await scanShopAges(part.start);
  const due = shops.filter(({ customerId, readAtMs }) => readAtMs < part.since && !part.failed.includes(customerId));
  const { failed, left } = await readShops(due, until - reconciling.reserveSeconds * 1000);
  const isGeneral = failed.length >= mostFailures;
  const options = { ...waiting, ...(isGeneral && { notBefore: clock.seconds() + pause }) };
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
