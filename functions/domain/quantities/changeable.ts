import { CallError } from '#shared/errors';
import { isOwing, isRunning } from '#shared/model/subscription-status';
import type { RequestBudget } from '../../adapters/stripe/client';
import type { LiveSubscription } from '../../adapters/stripe/live-subscription';
import { productNames } from '../../adapters/stripe/catalogue';
import type { QuantityItem } from './decide-quantities';

/** How long the amount of a preview is valid, and how far its date may lie ahead, in seconds. */
const previewHolds = 30 * 60;
const clockSlack = 60;

/**
 * Throws if the price of a subscription cannot change, because the subscription has ended, has not begun or is unpaid.
 */
export function checkChangeable(live: Pick<LiveSubscription, 'status'>): void {
  if (isOwing(live)) throw new CallError('SUBSCRIPTION_OVERDUE');
  if (!isRunning(live)) throw new CallError('SUBSCRIPTION_NOT_CHANGEABLE');
}

/**
 * The date as of which a change is charged (unix seconds): the preview's, so that the charge equals the amount shown,
 * otherwise now. Throws PREVIEW_EXPIRED for a date more than half an hour ago, in the future or before the current
 * period.
 */
export function prorationDateOf(
  given: number | undefined,
  { periodStart }: Pick<LiveSubscription, 'periodStart'>,
  now: number,
): number {
  if (given === undefined) return Math.max(now, periodStart);
  if (given < now - previewHolds || given > now + clockSlack || given < periodStart)
    throw new CallError('PREVIEW_EXPIRED');
  return given;
}

/** A subscription's items, each with the tier of its product in the catalogue. */
export async function toQuantityItems(
  { items }: Pick<LiveSubscription, 'items'>,
  options: RequestBudget,
): Promise<QuantityItem[]> {
  const products = await productNames(
    items.map((item) => item.productId),
    options,
  );
  return items.map(({ id, quantity, productId }) => ({ id, quantity, tier: products.get(productId)?.tier }));
}
