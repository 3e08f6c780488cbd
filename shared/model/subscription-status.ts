/** All subscription statuses of Stripe (docs.stripe.com/api/subscriptions/object). */
export const subscriptionStatuses = [
  'trialing',
  'active',
  'incomplete',
  'incomplete_expired',
  'canceled',
  'unpaid',
  'past_due',
  'paused',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/**
 * `running`: in its trial or paid. `owing`: it has begun, and a payment is late. `not-begun`: its first payment is
 * still open. `over`: ended for good, or its first payment was never made. `paused`: Stripe makes no invoices for it.
 */
type Meaning = 'running' | 'owing' | 'not-begun' | 'over' | 'paused';

/** The meaning of each status. A status added to the list above needs a meaning here. */
const meanings = {
  trialing: 'running',
  active: 'running',
  past_due: 'owing',
  unpaid: 'owing',
  incomplete: 'not-begun',
  incomplete_expired: 'over',
  canceled: 'over',
  paused: 'paused',
} as const satisfies Record<SubscriptionStatus, Meaning>;

/** The status of a subscription. Stripe's SDK types it as any text; an unknown one has no meaning. */
interface WithStatus {
  readonly status: string;
}

const means =
  (...wanted: readonly Meaning[]) =>
  ({ status }: WithStatus): boolean => {
    const meaning = (meanings as Readonly<Record<string, Meaning>>)[status];
    return meaning !== undefined && wanted.includes(meaning);
  };

/** Ended for good, or its first payment was never made: no part of it can be changed. */
export const isOver = means('over');

/** In its trial or paid. Only then may its quantities be changed. */
export const isRunning = means('running');

/** It has begun, and a payment is late. */
export const isOwing = means('owing');

/** Its first payment is still open: a new order withdraws it (spec 4, New-subscription wizard). */
export const hasNotBegun = means('not-begun');

/** A payment is open, the first or a later one. Until it is paid, no other change is possible. */
export const awaitsPayment = means('owing', 'not-begun');

/** Stripe makes no invoices for it; the portal does not do this, the staff may. */
export const isPaused = means('paused');

/** Its renewal can be switched on and off. */
export const isRenewable = means('running', 'owing');

/** A shop with such a subscription of devices cannot order another one. */
export const blocksAnother = means('running', 'owing', 'paused');

/** It has to be paid or resumed before the shop's owner can change anything, and it blocks another one. */
export const isHeld = means('owing', 'paused');
