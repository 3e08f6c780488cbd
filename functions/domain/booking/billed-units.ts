import type { ShopRecord } from '#shared/model/customer';
import { billedDevices } from '#shared/model/subscription-facts';

/** How many devices each subscription of a shop pays for. */
export const billedUnits = ({ subscriptions }: Pick<ShopRecord, 'subscriptions'>): Record<string, number> =>
  Object.fromEntries(subscriptions.map((subscription) => [subscription.id, billedDevices(subscription)]));
