import { useCallback, useEffect, useRef, useState } from 'react';
import { isMendedByAnotherCard } from '#shared/model/card-refusals';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import type { Charge } from '#shared/model/pricing';
import type { Quantities } from '#shared/model/quantities';
import { ApiFailure } from '../../../lib/api-failure';
import { useRefreshShop } from '../use-refresh-shop';
import { useAction } from '../../../ui/use-action';
import { isOutdated, useActionFailed } from '../use-action-failed';
import { useApply, type Applied } from './use-apply';
import { usePreview, type PreviewState } from './use-preview';

const failed = '数量の更新中にエラーが発生しました';

/** What stands in the way of the change, said where it is confirmed. `card`: another card would help. */
export interface Problem {
  tone: 'danger' | 'warning';
  title: string;
  text?: string;
  card: boolean;
}

interface ConfirmationOptions {
  shop: ShopRecord;
  subscription: Subscription;
  /** What is to be confirmed; the same object as long as it is the same. None while it is still being chosen. */
  change: Quantities | undefined;
  onDone: (shop: ShopRecord, charge: Charge) => void;
  /** The subscription was changed elsewhere meanwhile: what it is now; undefined where it is no more. */
  onChangedElsewhere: (subscription: Subscription | undefined) => void;
}

interface Confirmation {
  preview: PreviewState;
  problem: Problem | undefined;
  busy: boolean;
  askAgain: () => void;
  confirm: () => void;
}

/** What happens between the preview of a change and its end (spec 4, Quantity change). */
export function useConfirmation({
  shop,
  subscription,
  change,
  onDone,
  onChangedElsewhere,
}: ConfirmationOptions): Confirmation {
  const { preview, askAgain } = usePreview(subscription.id, change);
  const { apply, renew } = useApply(shop.customer.id, subscription.id);
  const refresh = useRefreshShop(shop.customer.id);
  const actionFailed = useActionFailed(shop.customer.id);
  const [found, setFound] = useState<{ of: Quantities | undefined; problem: Problem }>();
  const changedElsewhere = useRef(onChangedElsewhere);

  useEffect(() => {
    changedElsewhere.current = onChangedElsewhere;
  });
  // One submit for each opening of the confirmation.
  useEffect(() => {
    if (change) renew();
  }, [renew, change]);

  const startAnew = useCallback(async (): Promise<void> => {
    try {
      const fresh = await refresh();
      changedElsewhere.current(fresh.subscriptions.find(({ id }) => id === subscription.id));
    } catch (error) {
      actionFailed(failed, error);
    }
  }, [refresh, actionFailed, subscription.id]);

  const stale = preview.state === 'error' && isRefusal(preview.error, 'QUANTITY_CHANGED');
  useEffect(() => {
    if (stale) void startAnew();
  }, [stale, startAnew]);

  const over = preview.state === 'error' && isOutdated(preview.error);
  useEffect(() => {
    // The dialog says why; the screens around it follow.
    if (over) void refresh().catch(() => undefined);
  }, [over, refresh]);

  const tell = async (result: Exclude<Applied, { outcome: 'done' }>): Promise<void> => {
    const say = (problem: Problem): void => setFound({ of: change, problem });
    if (result.outcome === 'unproven') {
      say({
        tone: 'warning',
        title: '本人認証が完了していません',
        text: `台数は変更されていません。${result.message}`,
        card: true,
      });
      return;
    }
    const { error } = result;
    if (isRefusal(error, 'QUANTITY_CHANGED')) return startAnew();
    if (isRefusal(error, 'PREVIEW_EXPIRED')) {
      renew();
      askAgain();
      say({ tone: 'warning', title: error.message, card: false });
    } else if (error instanceof ApiFailure && isMendedByAnotherCard(error.code)) {
      say({ tone: 'danger', title: error.message, text: '台数は変更されていません。', card: true });
    } else actionFailed(failed, error);
  };

  const [confirm, busy] = useAction(async () => {
    if (preview.state !== 'ready' || !change) return;
    setFound(undefined);
    const result = await apply({ ...change, prorationDate: preview.preview.prorationDate });
    if (result.outcome === 'done') onDone(result.shop, result.charge);
    else await tell(result);
  });

  return {
    preview: stale ? { state: 'loading' } : preview,
    problem: found?.of === change ? found?.problem : undefined,
    busy,
    askAgain,
    confirm,
  };
}

const isRefusal = (error: unknown, code: ApiFailure['code']): error is ApiFailure =>
  error instanceof ApiFailure && error.code === code;
