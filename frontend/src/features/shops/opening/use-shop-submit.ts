import { useState } from 'react';
import { setDefaultPaymentMethod } from '#shared/contract/billing';
import { createShopOnly, createShopWithSubscription } from '#shared/contract/shop';
import type { PricedOrder } from '#shared/model/pricing';
import type { Acceptance } from '#shared/model/shop-form';
import type { ShopForm } from './shop-form';
import { callApi, type CallOptions, ApiFailure, failureText, unexpectedText } from '../../../lib/api';
import { useAction } from '../../../ui/use-action';
import { cardTexts, validateCard, type CardFieldsHandle } from '../../payments/card/card-fields';
import { type Confirmed, usePaid, type Charging } from '../../payments/payment/use-paid';
import { seenPrice } from '../../orders/order/use-pricing';
import { cardBillingDetails, shopOnlyBody, withSubscriptionBody } from './to-requests';

/** Spec 8's texts for a shop that could not be opened; the second if the request did not even leave. */
const submitTexts = { failed: '店舗の登録に失敗しました', notAdded: '店舗を追加できませんでした' } as const;

/** The state after a submit. `card`: shop and subscription exist, only the card is not saved yet. */
type SubmitState =
  | { step: 'form'; problem?: { title: string; text: string } }
  | { step: 'card'; opened: OpenedShop; problem: string };

interface OpenedShop extends Charging {
  customerId: string;
  /** The secret of the intent that saves its card, or pays its first month; empty without a subscription. */
  clientSecret: string;
}

interface Submission {
  form: ShopForm;
  email: string;
  acceptance: Acceptance;
  card: CardFieldsHandle | null;
  /** The price that is shown; undefined without a subscription. */
  priced: PricedOrder | undefined;
}

const open = async ({ form, email, acceptance, priced }: Submission, options: CallOptions): Promise<OpenedShop> => {
  if (form.creationMode === 'store-only') {
    const { customerId } = await callApi(createShopOnly, { body: shopOnlyBody(form, acceptance) }, options);
    return { customerId, clientSecret: '' };
  }
  const body = {
    ...withSubscriptionBody(form, email, acceptance),
    ...(priced && { trial: priced.trial, seen: seenPrice(priced) }),
  };
  return callApi(createShopWithSubscription, { body }, options);
};

/**
 * Saves the card, or pays with it, and makes it pay for its shop, which Stripe does not do itself
 * (decisions/subscriptions). If only that fails, Stripe's event and the schedule make it the shop's.
 */
async function saveCard({ form, email, card, priced }: Submission, opened: OpenedShop): Promise<Confirmed> {
  const { customerId, clientSecret } = opened;
  if (!card) return { ok: false, message: cardTexts.notReady };
  const saved = await card
    .confirm(clientSecret, cardBillingDetails(form, email), { purpose: { customerId }, amount: priced?.total })
    .catch(() => ({ problem: unexpectedText }));
  if ('problem' in saved) return { ok: false, message: saved.problem };
  const { paymentMethodId } = saved;
  await callApi(setDefaultPaymentMethod, { body: { paymentMethodId, customerId } }).catch(() => undefined);
  return { ok: true };
}

/**
 * Opens a shop once, whatever the number of presses or retries: one submit keeps its idempotency key, and once the shop
 * exists only the card is asked for again. `onOpened` is called when everything is done; `onFailed` if it could not be
 * opened.
 */
export function useShopSubmit(onOpened: (customerId: string) => void, onFailed: (error: unknown) => void) {
  const [state, setState] = useState<SubmitState>({ step: 'form' });
  const { pay } = usePaid<OpenedShop>();

  const failed = (error: unknown): void => {
    const title = error instanceof ApiFailure ? submitTexts.failed : submitTexts.notAdded;
    const fields = error instanceof ApiFailure && error.fields ? Object.values(error.fields).join(' ') : undefined;
    const text = fields ?? failureText(error, { refused: '時間をおいて、もう一度お試しください。' });
    setState({ step: 'form', problem: { title, text } });
    onFailed(error);
  };

  const [submit, submitting] = useAction(async (submission: Submission) => {
    setState({ step: 'form' });
    const rents = submission.form.creationMode === 'with-subscription';
    const problem = rents ? await validateCard(submission.card) : undefined;
    if (problem !== undefined) return setState({ step: 'form', problem: { title: submitTexts.failed, text: problem } });
    const paid = await pay(
      (options) => open(submission, options),
      async (opened) => (rents ? saveCard(submission, opened) : undefined),
    );
    if (paid.outcome === 'refused') failed(paid.error);
    else if (paid.outcome === 'done') onOpened(paid.answer.customerId);
    else setState({ step: 'card', opened: paid.answer, problem: paid.message });
  }, failed);

  const [retryCard, retrying] = useAction(async (submission: Submission) => {
    if (state.step !== 'card') return;
    const problem = await validateCard(submission.card);
    const saved =
      problem === undefined ? await saveCard(submission, state.opened) : { ok: false as const, message: problem };
    if (saved.ok) onOpened(state.opened.customerId);
    else setState({ ...state, problem: saved.message });
  }, failed);

  return { state, busy: submitting || retrying, submit, retryCard };
}
