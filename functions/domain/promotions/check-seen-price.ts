import { CallError } from '#shared/errors';
import type { PricedOrder, SeenPrice } from '#shared/model/pricing';

/** Throws PRICE_CHANGED with the price as it is now if the caller was shown another one. Without `seen`: no check. */
export function checkSeenPrice(seen: SeenPrice | undefined, pricing: PricedOrder): void {
  if (!seen || (seen.total === pricing.total && seen.discount === pricing.discount)) return;
  throw new CallError('PRICE_CHANGED', { details: { pricing } });
}
