import type { ShopRecord, Subscription } from '#shared/model/customer';
import { isHeld, isRunning } from '#shared/model/subscription-status';

const rentsDevices = ({ items }: Subscription): boolean => items.some(({ product }) => product.tier !== undefined);

type WithSubscriptions = Pick<ShopRecord, 'subscriptions'>;

/**
 * The shop's running subscription of devices, if there is one: active or in its trial, with a product of the catalogue
 * (spec 4, New-subscription wizard).
 */
export const runningDeviceSubscription = ({ subscriptions }: WithSubscriptions): Subscription | undefined =>
  subscriptions.find((one) => isRunning(one) && rentsDevices(one));

/** A subscription of devices that must be paid or resumed first: the server creates no second one beside it. */
export const heldDeviceSubscription = ({ subscriptions }: WithSubscriptions): Subscription | undefined =>
  subscriptions.find((one) => isHeld(one) && rentsDevices(one));
