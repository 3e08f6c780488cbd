import type { ShopRecord } from '#shared/model/customer';
import { failedWith, unreachableText, mayBeDone } from '../../lib/api';
import { useRefreshShop } from '../../lib/use-shops';
import { showFailure, type FailureToast } from '../../ui/toast';

/** Whether a refusal means that the shown subscription is out of date. */
export const isOutdated = (error: unknown): boolean =>
  failedWith(error, 'SUBSCRIPTION_NOT_CHANGEABLE', 'SUBSCRIPTION_OVERDUE', 'SUBSCRIPTION_NOT_FOUND');

/**
 * Shows that an action failed, and the shop as it is on every screen, if it has changed elsewhere or the action may
 * have changed it all the same. If `isDone` says that it has, nothing failed: returns that shop.
 */
export function useActionFailed(
  customerId: string,
): (title: string, error: unknown, isDone?: (shop: ShopRecord) => boolean) => Promise<ShopRecord | undefined> {
  const refresh = useRefreshShop(customerId);
  return async (title, error, isDone) => {
    const unsure = mayBeDone(error);
    const shop = unsure || isOutdated(error) ? await refresh().catch(() => undefined) : undefined;
    if (unsure && shop && isDone?.(shop)) return shop;
    // The message stays, whether or not the shop can be read now.
    showFailure(error, actionFailure(title));
    return undefined;
  };
}

/** The text for a change of a shop or a payment without a response: it can be tried again (spec 8). */
export const tryAgainText = `${unreachableText}。接続を確認して、もう一度お試しください。`;

/** The toast of a failed action (spec 8): the action's name, and the server's own text if it has one. */
export const actionFailure = (title: string): FailureToast => ({
  title,
  refused: title,
  unreachable: tryAgainText,
});

/** The text after a change; it says so if the returned shop does not show the change yet. */
export const doneText = (text: string, isShown: boolean): string =>
  isShown ? text : `${text}画面への反映には少し時間がかかることがあります。`;
