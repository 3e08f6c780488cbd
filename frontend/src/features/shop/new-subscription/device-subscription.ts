import { catalogue } from '#shared/model/catalogue';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import type { SubscriptionStatus } from '#shared/model/subscription-status';

const knownNames = catalogue.map(({ name }) => name);
const running: ReadonlySet<SubscriptionStatus> = new Set(['active', 'trialing']);
const held: ReadonlySet<SubscriptionStatus> = new Set(['past_due', 'unpaid', 'paused']);

/** What an older version of the portal read has no tiers: there the product's name tells. */
export const rentsDevices = ({ items }: Subscription): boolean =>
  items.some(({ product }) => product.tier !== undefined || knownNames.some((name) => product.name.includes(name)));

const deviceSubscriptionIn = (
  statuses: ReadonlySet<SubscriptionStatus>,
  { subscriptions }: Pick<ShopRecord, 'subscriptions'>,
): Subscription | undefined => subscriptions.find((one) => statuses.has(one.status) && rentsDevices(one));

/**
 * The shop's running subscription of devices, if there is one: active or in its trial, with a product of the catalogue
 * (spec 4, New-subscription wizard).
 */
export const runningDeviceSubscription = (shop: Pick<ShopRecord, 'subscriptions'>): Subscription | undefined =>
  deviceSubscriptionIn(running, shop);

/** A subscription of devices that has to be paid for before anything else: beside it the server opens no other. */
export const heldDeviceSubscription = (shop: Pick<ShopRecord, 'subscriptions'>): Subscription | undefined =>
  deviceSubscriptionIn(held, shop);
