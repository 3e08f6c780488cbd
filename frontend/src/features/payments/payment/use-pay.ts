import { useRef, useState } from 'react';
import { paySubscription } from '#shared/contract/billing';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { plannedEndOf } from '#shared/model/ending';
import { hasNotBegun, isOver } from '#shared/model/subscription';
import { callApi } from '../../../lib/api';
import { failedWith, failureText, mayBeDone } from '../../../lib/api-failure';
import { anotherCardHelps, unknownTitle } from './confirm-payment';
import { tryAgainText } from '../../shop-page/use-action-failed';
import { useRefreshShop } from '../../../lib/use-shops';
import { showToast } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';
import { openInvoices } from './open-invoices';
import { unprovenText, usePaid } from './use-paid';

const notPaid = 'お支払いを完了できませんでした';
const processing = 'お支払いを処理しています';

const partTitle = ({ done, left }: { done: number; left: number }): string =>
  `${done}件のお支払いが完了し、${left}件が残っています`;

/** Why it is still not paid. `card`: another card may help. */
export interface PayProblem {
  title: string;
  text: string;
  card: boolean;
}

/**
 * The outcome of such an attempt is unknown: the response was lost, here or between the server and Stripe, or the
 * attempt still runs.
 */
const leavesOpen = (error: unknown): boolean => mayBeDone(error) || failedWith(error, 'IDEMPOTENCY_KEY_IN_USE');

/** Does not call a payment failed that may have been made. */
function titleOf(error: unknown): string {
  if (failedWith(error, 'IDEMPOTENCY_KEY_IN_USE')) return processing;
  return mayBeDone(error) ? unknownTitle : notPaid;
}

const countOpen = (subscription: Subscription, shop: ShopRecord): number =>
  openInvoices(shop, shop.subscriptions.find(({ id }) => id === subscription.id) ?? subscription)?.list.length ?? 0;

/**
 * How many invoices a press paid and how many are left: the server pays one after another until one is refused or must
 * be confirmed. Undefined if none or all are paid, or if the shop could not be read afterwards.
 */
function paidPart(subscription: Subscription, before: ShopRecord, after: ShopRecord | undefined) {
  const left = after ? countOpen(subscription, after) : 0;
  const done = countOpen(subscription, before) - left;
  return left > 0 && done > 0 ? { done, left } : undefined;
}

/** What a payment does for the subscription: one that has ended, or is to end, does not go on because of it. */
function thanks(subscription: Subscription): string {
  if (hasNotBegun(subscription)) return 'ありがとうございます。ご契約が始まりました。';
  return isOver(subscription) || plannedEndOf(subscription) !== undefined
    ? 'ありがとうございます。'
    : 'ありがとうございます。ご契約はそのまま続きます。';
}

/**
 * Pays the open invoice of a subscription with its card, following 3-D Secure; then every screen shows the shop's new
 * state. One at a time: a second press during the first does nothing.
 */
export function usePay(shop: ShopRecord, subscription: Subscription, onPaid?: () => void) {
  const [problem, setProblem] = useState<PayProblem>();
  /** An earlier attempt may have paid although its response was lost. */
  const unsure = useRef(false);
  const refresh = useRefreshShop(shop.customer.id);
  // This call takes no idempotency key: the server pays each open invoice once.
  const { pay: send } = usePaid({ refresh });

  /** The payment is made even if the shop cannot be read again. */
  const readBack = (): Promise<ShopRecord | undefined> => refresh().catch(() => undefined);

  const paid = (): void => {
    showToast({
      tone: 'success',
      title: 'お支払いが完了しました',
      description: thanks(subscription),
    });
    onPaid?.();
  };

  const failed = async (error: unknown): Promise<void> => {
    if (failedWith(error, 'NOTHING_TO_PAY')) {
      await readBack();
      if (unsure.current) {
        paid();
        return;
      }
      showToast({ tone: 'info', title: '未払いのご請求はありません', description: '最新の情報を表示しています。' });
      onPaid?.();
      return;
    }
    unsure.current = leavesOpen(error);
    const several = countOpen(subscription, shop) > 1 && !failedWith(error, 'NETWORK');
    const after = unsure.current || several ? await readBack() : undefined;
    if (unsure.current && after && countOpen(subscription, after) === 0) {
      paid();
      return;
    }
    const part = several ? paidPart(subscription, shop, after) : undefined;
    setProblem({
      title: part ? partTitle(part) : titleOf(error),
      text: failureText(error, {
        refused: notPaid,
        unreachable: tryAgainText,
      }),
      card: anotherCardHelps(error),
    });
  };

  const [pay, busy] = useAction(async () => {
    setProblem(undefined);
    const result = await send(() => callApi(paySubscription, { params: { id: subscription.id } }));
    if (result.outcome === 'refused') return failed(result.error);
    const part = paidPart(subscription, shop, result.shop);
    if (result.outcome !== 'done') {
      unsure.current = true;
      setProblem({ ...unprovenText(result, notPaid), ...(part && { title: partTitle(part) }) });
    } else if (part)
      setProblem({
        title: 'ほかにも未払いのご請求があります',
        text: `${part.done}件のお支払いが完了しました。続けて、残りの${part.left}件をお支払いください。`,
        card: false,
      });
    else paid();
  });

  return { busy, problem, pay };
}
