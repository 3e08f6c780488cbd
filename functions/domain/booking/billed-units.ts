import type { ShopRecord } from '#shared/model/customer';
import { rentedUnits } from '#shared/model/subscription-facts';
import { hasNotBegun, isOver } from '#shared/model/subscription-status';

/** How many devices each subscription of a shop pays for; one that has ended, or has not begun, pays for none. */
export const billedUnits = ({ subscriptions }: Pick<ShopRecord, 'subscriptions'>): Record<string, number> =>
  Object.fromEntries(
    subscriptions.map((subscription) => {
      const counts = !isOver(subscription) && !hasNotBegun(subscription);
      return [subscription.id, counts ? rentedUnits(subscription) : 0];
    }),
  );
