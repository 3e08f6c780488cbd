import type { QuantityChangeItem } from '../../adapters/users-table/quantity-changes';
import { decide, type Decision } from '../idempotency/decide';
import type { IdempotencyIdentity } from '../idempotency/identify';

/**
 * Decides what to do with a change by the newest change of its subscription. Another request's change and an expired
 * one do not count. A refused change may be tried again, maybe with another card; but of two requests at once (a double
 * click) the second gets the refusal of the first. `askedAt`: when the request arrived; unix milliseconds.
 */
export function decideChange(
  newest: QuantityChangeItem | undefined,
  identity: IdempotencyIdentity,
  askedAt: number,
  now: number,
): Decision<QuantityChangeItem> {
  const same = newest?.key === identity.key && newest.fingerprint === identity.fingerprint;
  const found = same && newest.expiresAt > now / 1000 ? newest : undefined;
  return decide(found, { identity, now, refusedSince: askedAt });
}
