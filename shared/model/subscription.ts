import { sum } from '../numbers';
import type { Subscription } from './customer';

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

export const isRunning = means('running');

export const isOwing = means('owing');

/** Its first payment is still open: a new order withdraws it (spec 4, New-subscription wizard). */
export const hasNotBegun = means('not-begun');

/** A payment is open, the first or a later one. Until it is paid, no other change is possible. */
export const awaitsPayment = means('owing', 'not-begun');

/** Stripe makes no invoices for it; the portal does not do this, the staff may. */
export const isPaused = means('paused');

/** Its renewal can be switched on and off. */
export const isRenewable = means('running', 'owing');

/** It has to be paid or resumed before the shop's owner can change anything, and it blocks another one. */
export const isOnHold = means('owing', 'paused');

/**
 * What the staff arranged in Stripe's dashboard: its changes are planned there (`scheduled`), it is not charged for now
 * (`uncollected`), or it is billed by invoices in place of a card (`invoiced`). The portal changes nothing of it then
 * (decisions/subscriptions).
 */
export const arrangements = ['scheduled', 'uncollected', 'invoiced'] as const;
export type Arrangement = (typeof arrangements)[number];

interface Arranged {
  readonly arrangement?: Arrangement | undefined;
}

/** The refusal of what only the staff can change. */
export const managedText = 'このご契約は担当者が管理しているため、ここでは変更できません。担当者までご連絡ください。';

/** Its quantities may be changed here. */
export const isChangeable = (one: WithStatus & Arranged): boolean => isRunning(one) && one.arrangement === undefined;

export const chargesCard = ({ arrangement }: Arranged): boolean =>
  arrangement === undefined || arrangement === 'scheduled';

/** What it costs next is known, unless it ends before. */
export const isForeseen = (one: WithStatus & Arranged): boolean =>
  isRunning(one) && (one.arrangement === undefined || one.arrangement === 'invoiced');

/** A trial that no card would pay. */
export const isCardlessTrial = ({
  status,
  default_payment_method: card,
}: Pick<Subscription, 'status' | 'default_payment_method'>): boolean => status === 'trialing' && !card;

/** The staff decide what becomes of a late payment: there are no notices of it, and it ends nothing. */
export const isLeftToStaff = (one: WithStatus & Arranged): boolean =>
  isPaused(one) || (one.arrangement !== undefined && !isOver(one));

/** How many devices a subscription rents: the sum of its tiers; its other items are not devices. */
export const rentedDevices = ({ items }: Pick<Subscription, 'items'>): number =>
  sum(items.map(({ product, quantity }) => (product.tier ? quantity : 0)));

/** How many devices a subscription pays for: none once it has ended, or before it has begun. */
export const billedDevices = (subscription: Pick<Subscription, 'items' | 'status'>): number =>
  isOver(subscription) || hasNotBegun(subscription) ? 0 : rentedDevices(subscription);

/** How many devices a subscription is for: the sum of its tiers, at least 1 (spec 9), or of all items without any. */
export function deviceCount({ items }: Pick<Subscription, 'items'>): number {
  const isTiered = items.some(({ product }) => product.tier);
  return Math.max(1, isTiered ? rentedDevices({ items }) : sum(items.map(({ quantity }) => quantity)));
}

/** What a subscription costs for a month before discounts, in yen, tax included. */
export const monthlyPrice = ({ items }: Pick<Subscription, 'items'>): number =>
  sum(items.map(({ amount, quantity }) => amount * quantity));

/** A first name, and how many others there are beside it. */
export const namesText = ([first = 'サブスクリプション', ...others]: readonly string[]): string =>
  others.length > 0 ? `${first} ほか${others.length}件` : first;

/** Title of a subscription: its devices by their brand, then its other products. */
export const subscriptionName = ({ items }: Pick<Subscription, 'items'>): string => {
  const rented = items.filter(({ quantity }) => quantity > 0);
  return namesText([...new Set(rented.map(({ product }) => (product.tier ? 'Revonizer' : product.name)))]);
};

/** An earlier or current subscription of a shop: the facts that decide about the next one. */
export interface EarlierSubscription {
  status: string;
  /** Whether one of its products is in the catalogue. */
  rents: boolean;
}

/** It rents devices, and its first payment was never made: a new order withdraws it. */
export const isAbandoned = ({ status, rents }: EarlierSubscription): boolean => rents && status === 'incomplete';

/**
 * Whether a shop's next subscription can have the free trial: it can if it is the shop's first
 * (decisions/subscriptions). A subscription whose first payment was never made does not count. The server also counts
 * the trials of the owner (decisions/openings).
 */
export const hasTrialAhead = (earlier: readonly EarlierSubscription[]): boolean =>
  earlier.every((one) => one.status === 'incomplete_expired' || isAbandoned(one));
