import { sum } from '#shared/sum';
import { mapWithLimit } from '../../adapters/map-with-limit';
import { listCardless } from '../../adapters/users-table/cardless-trials';
import type { OpeningItem } from '../../adapters/users-table/openings';
import { readOwnedShop } from '../../adapters/users-table/shops';

/** A shop that is in its free trial, or about to be, and has no card that would pay after it. */
export interface CardlessTrial {
  /** Undefined while Stripe has not made it. */
  customerId: string | undefined;
  devices: number;
}

type Opening = Pick<OpeningItem, 'state' | 'plan' | 'customerId' | 'subscriptionId' | 'shown'>;

/** How many shops of openings are read at the same time. */
const readAtOnce = 10;

/** Whether a request still opens a shop with a subscription that no snapshot shows. */
async function isComing(userId: string, opening: Opening): Promise<boolean> {
  const { state, plan, customerId, subscriptionId, shown } = opening;
  if (!plan.customer || !plan.subscription || state === 'refused' || shown) return false;
  if (customerId === undefined) return true;
  const owned = await readOwnedShop(userId, customerId);
  return owned !== undefined && !owned.snapshot?.record.subscriptions.some(({ id }) => id === subscriptionId);
}

/**
 * The trials without a card of one user: by the last known state of each shop, and by the requests that open one and
 * whose subscription that state does not show yet. Reads no shop but those of such requests (decision 069).
 */
export async function countCardless(userId: string, openings: readonly Opening[]): Promise<CardlessTrial[]> {
  // The requests first: a subscription that a snapshot begins to show meanwhile is then found in both, never in none.
  const coming = (
    await mapWithLimit(readAtOnce, openings, async (one) => ((await isComing(userId, one)) ? [one] : []))
  ).flat();
  const shown = (await listCardless(userId)).flatMap(({ customerId, devices }) =>
    Object.entries(devices).map(([id, number]) => ({ id, customerId, devices: number })),
  );
  const seen = new Set(shown.map(({ id }) => id));
  return [
    ...shown,
    ...coming
      .filter(({ subscriptionId }) => subscriptionId === undefined || !seen.has(subscriptionId))
      .map(({ customerId, plan }) => ({
        customerId,
        devices: sum((plan.subscription?.items ?? []).map(({ quantity }) => quantity)),
      })),
  ];
}
