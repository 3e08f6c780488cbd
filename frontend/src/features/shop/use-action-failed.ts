import { useCallback } from 'react';
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
 * Shows that an action failed. If the shop has changed elsewhere, or the action may have changed it all the same, every
 * screen shows its current state.
 */
export function useActionFailed(customerId: string): (title: string, error: unknown) => void {
  const refresh = useRefreshShop(customerId);
  return useCallback(
    (title, error) => {
      showFailure(error, actionFailure(title));
      // The message stays, whether or not the shop can be read now.
      if (isOutdated(error) || mayBeDone(error)) void refresh().catch(() => undefined);
    },
    [refresh],
  );
}
