import { useState } from 'react';
import { changeQuantities, previewQuantities } from '#shared/contract/billing';
import type { ResponseOf } from '#shared/contract/call';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import type { Charge, QuantityPreview } from '#shared/model/pricing';
import type { Quantities } from '#shared/model/quantities';
import { callApi, type ApiFailure, failedWith } from '../../../lib/api';
import { anotherCardHelps, unprovenText, usePaid } from '../../payments/payment/use-paid';
import { useRefreshShop } from '../../../lib/use-shops';
import { useAction } from '../../../ui/use-action';
import { isOutdated, useActionFailed } from '../../shop-page/use-action-failed';
import { useCall } from '../../../lib/use-call';

export type PreviewState =
  | { state: 'loading' }
  | { state: 'error'; error: ApiFailure }
  | { state: 'ready'; costs: QuantityPreview };

/** A change to preview. Each preview has its own nonce, because an amount from another day would be outdated. */
interface Asking {
  change: Quantities;
  nonce: string;
}

const newAsking = (change: Quantities): Asking => ({ change, nonce: crypto.randomUUID() });

/** The cost of a change; undefined requests nothing. `onRefused` is called with the reason if there is no preview. */
function usePreview(
  subscriptionId: string,
  asking: Asking | undefined,
  onRefused: (error: ApiFailure) => void,
): PreviewState {
  const { data, error } = useCall(
    previewQuantities,
    asking ? { params: { id: subscriptionId }, body: asking.change } : null,
    { onError: onRefused, ...(asking && { nonce: asking.nonce }) },
  );
  if (data) return { state: 'ready', costs: data };
  return error ? { state: 'error', error } : { state: 'loading' };
}

type Changed = ResponseOf<typeof changeQuantities>;

const failed = '数量の更新中にエラーが発生しました';

/** The obstacle to the change, shown where it is confirmed. `card`: another card would help. */
export interface Problem {
  tone: 'danger' | 'warning';
  title: string;
  text?: string;
  card: boolean;
}

interface ConfirmationOptions {
  shop: ShopRecord;
  subscription: Subscription;
  /** The devices that go back, if they were named. */
  serials: readonly string[];
  onDone: (shop: ShopRecord, charge: Charge) => void;
  /** The subscription was changed elsewhere: its new state; undefined if it no longer exists. */
  onChangedElsewhere: (subscription: Subscription | undefined) => void;
  /** One of the named devices cannot go back, as the text says. */
  onDeviceRefused: (text: string) => Promise<void>;
}

/** The state from the preview of a change to its result (spec 4, Quantity change). */
export function useConfirmation({
  shop,
  subscription,
  serials,
  onDone,
  onChangedElsewhere,
  onDeviceRefused,
}: ConfirmationOptions) {
  const refresh = useRefreshShop(shop.customer.id);
  const { pay, renew } = usePaid<Changed>({ refresh, settles: true });
  const actionFailed = useActionFailed(shop.customer.id);
  const [asking, setAsking] = useState<Asking>();
  const [problem, setProblem] = useState<Problem>();

  const startAnew = async (): Promise<void> => {
    try {
      const fresh = await refresh();
      setAsking(undefined);
      onChangedElsewhere(fresh.subscriptions.find(({ id }) => id === subscription.id));
    } catch (error) {
      await actionFailed(failed, error);
    }
  };

  const onRefused = async (refusal: ApiFailure): Promise<void> => {
    if (failedWith(refusal, 'QUANTITY_CHANGED')) await startAnew();
    // The dialog says why; the other screens read the shop again.
    else if (isOutdated(refusal)) await refresh().catch(() => undefined);
  };
  const preview = usePreview(subscription.id, asking, (refusal) => void onRefused(refusal));

  /** Opens the confirmation of a change; each opening is a new submit. Undefined closes it. */
  const open = (change: Quantities | undefined): void => {
    if (change) renew();
    setProblem(undefined);
    setAsking(change && newAsking(change));
  };
  const askAgain = (): void => setAsking(asking && newAsking(asking.change));

  const changeRefused = async (error: unknown): Promise<void> => {
    if (failedWith(error, 'QUANTITY_CHANGED')) return startAnew();
    const device = failedWith(error, 'INVALID_INPUT') && error.fields?.['serials'];
    if (device) {
      setAsking(undefined);
      return onDeviceRefused(device);
    }
    if (failedWith(error, 'PREVIEW_EXPIRED', 'PRICE_CHANGED')) {
      renew();
      askAgain();
      setProblem({ tone: 'warning', title: error.message, card: false });
    } else if (failedWith(error, 'IDEMPOTENCY_KEY_IN_USE')) {
      setProblem({ tone: 'warning', title: '台数の変更を処理しています', text: error.message, card: false });
    } else if (anotherCardHelps(error)) {
      setProblem({ tone: 'danger', title: error.message, text: '台数は変更されていません。', card: true });
    } else await actionFailed(failed, error);
  };

  const [confirm, busy] = useAction(async () => {
    if (preview.state !== 'ready' || !asking) return;
    setProblem(undefined);
    const body = {
      ...asking.change,
      prorationDate: preview.costs.prorationDate,
      dueNow: preview.costs.dueNow,
      ...(serials.length > 0 && { serials: [...serials] }),
    };
    const result = await pay((options) =>
      callApi(changeQuantities, { params: { id: subscription.id }, body }, options),
    );
    if (result.outcome === 'refused') return changeRefused(result.error);
    if (result.outcome === 'done') return onDone(result.shop ?? result.answer.shop, result.answer.charge);
    const unproven = unprovenText(result, '本人認証が完了していません', '台数は変更されていません。');
    setProblem({ tone: 'warning', ...unproven });
  });

  const stale = preview.state === 'error' && failedWith(preview.error, 'QUANTITY_CHANGED');
  const shown: PreviewState = stale ? { state: 'loading' } : preview;
  return { preview: shown, problem, busy, open, askAgain, confirm };
}
