import { useCallback } from 'react';
import type { ShopRecord } from '#shared/model/customer';
import { ApiFailure, type FailureCode } from '../../lib/api-failure';
import { mayBeDone } from '../../lib/may-be-done';
import { useRefreshShop } from './use-refresh-shop';
import { showFailure } from '../../ui/show-failure';
import { actionFailure } from './action-texts';

/** Refusals after which the shown subscription is out of date. */
const outdated: ReadonlySet<FailureCode> = new Set([
  'SUBSCRIPTION_NOT_CHANGEABLE',
  'SUBSCRIPTION_OVERDUE',
  'SUBSCRIPTION_NOT_FOUND',
]);

/** Whether a refusal means that the shown data is out of date. */
export const isOutdated = (error: unknown): boolean => error instanceof ApiFailure && outdated.has(error.code);

/**
 * Shows that an action failed, and the shop as it is on every screen, if it has changed elsewhere or the action may
 * have changed it all the same. If `isDone` says that it has, nothing failed: returns that shop.
 */
export function useActionFailed(
  customerId: string,
): (title: string, error: unknown, isDone?: (shop: ShopRecord) => boolean) => Promise<ShopRecord | undefined> {
  const refresh = useRefreshShop(customerId);
  return useCallback(
    async (title, error, isDone) => {
      const unsure = mayBeDone(error);
      const shop = unsure || isOutdated(error) ? await refresh().catch(() => undefined) : undefined;
      if (unsure && shop && isDone?.(shop)) return shop;
      // The message stays, whether or not the shop can be read now.
      showFailure(error, actionFailure(title));
      return undefined;
    },
    [refresh],
  );
}
