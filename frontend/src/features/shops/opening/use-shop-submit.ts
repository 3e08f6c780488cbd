import { useState } from 'react';
import { setDefaultPaymentMethod } from '#shared/contract/billing';
import { createShopOnly, createShopWithSubscription } from '#shared/contract/shop';
import type { PricedOrder } from '#shared/model/pricing';
import type { Acceptance, ShopForm } from '#shared/model/shop-form';
import { callApi } from '../../../lib/api';
import { ApiFailure, failureText, unexpectedText } from '../../../lib/api-failure';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key';
import { useAction } from '../../../ui/use-action';
import { cardTexts, validateCard, type CardFieldsHandle } from '../../payments/card/card-fields';
import { seenPrice } from '../../orders/order/use-pricing';
import { cardBillingDetails, shopOnlyBody, withSubscriptionBody } from './to-requests';

/** Spec 8's texts for a shop that could not be opened; the second if the request did not even leave. */
const submitTexts = { failed: '店舗の登録に失敗しました', notAdded: '店舗を追加できませんでした' } as const;

/** The state after a submit. `card`: shop and subscription exist, only the card is not saved yet. */
type SubmitState =
  | { step: 'form'; problem?: { title: string; text: string } }
  | { step: 'card'; opened: OpenedShop; problem: string };

/** A shop that was opened, and the secret of the intent that saves its card, or pays its first month. */
interface OpenedShop {
  customerId: string;
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

/**
 * Makes a saved card pay for its shop, which Stripe does not do itself (decisions/subscriptions). If that fails, the
 * card is saved anyway: Stripe's event and the schedule make it the shop's.
 */
async function payWith(customerId: string, paymentMethodId: string): Promise<void> {
  await callApi(setDefaultPaymentMethod, { body: { paymentMethodId, customerId } }).catch(() => undefined);
}

/**
 * Opens a shop once, whatever the number of presses or retries: one submit keeps its idempotency key, and once the shop
 * exists only the card is asked for again. `onOpened` is called when everything is done, with the shop if it rents
 * devices; `onFailed` if it could not be opened.
 */
export function useShopSubmit(
  onOpened: (opened?: OpenedShop) => void,
  onFailed: (error: unknown) => void,
): {
  state: SubmitState;
  busy: boolean;
  submit: (submission: Submission) => void;
  retryCard: (submission: Submission) => void;
} {
  const [state, setState] = useState<SubmitState>({ step: 'form' });
  const key = useIdempotencyKey();

  const saveCard = async ({ form, email, card, priced }: Submission, opened: OpenedShop): Promise<void> => {
    const { customerId, clientSecret } = opened;
    const saved = card
      ? await card
          .confirm(clientSecret, cardBillingDetails(form, email), { purpose: { customerId }, amount: priced?.total })
          .catch(() => ({ problem: unexpectedText }))
      : { problem: cardTexts.notReady };
    if ('paymentMethodId' in saved) await payWith(customerId, saved.paymentMethodId);
    if ('problem' in saved) setState({ step: 'card', opened, problem: saved.problem });
    else onOpened(opened);
  };

  const open = async (submission: Submission): Promise<void> => {
    const { form, email, acceptance, priced } = submission;
    if (form.creationMode === 'store-only') {
      const body = shopOnlyBody(form, acceptance);
      await callApi(createShopOnly, { body }, { idempotencyKey: key.value() });
      onOpened();
      return;
    }
    const body = {
      ...withSubscriptionBody(form, email, acceptance),
      ...(priced && { trial: priced.trial, seen: seenPrice(priced) }),
    };
    const opened = await callApi(createShopWithSubscription, { body }, { idempotencyKey: key.value() });
    await saveCard(submission, opened);
  };

  const failed = (error: unknown): void => {
    key.failed(error);
    const title = error instanceof ApiFailure ? submitTexts.failed : submitTexts.notAdded;
    const fields = error instanceof ApiFailure && error.fields ? Object.values(error.fields).join(' ') : undefined;
    const text = fields ?? failureText(error, { refused: '時間をおいて、もう一度お試しください。' });
    setState({ step: 'form', problem: { title, text } });
    onFailed(error);
  };

  const [submit, submitting] = useAction(async (submission: Submission) => {
    setState({ step: 'form' });
    const problem =
      submission.form.creationMode === 'with-subscription' ? await validateCard(submission.card) : undefined;
    if (problem !== undefined) setState({ step: 'form', problem: { title: submitTexts.failed, text: problem } });
    else await open(submission);
  }, failed);

  const [retryCard, retrying] = useAction(async (submission: Submission) => {
    if (state.step !== 'card') return;
    const problem = await validateCard(submission.card);
    if (problem !== undefined) setState({ ...state, problem });
    else await saveCard(submission, state.opened);
  }, failed);

  return { state, busy: submitting || retrying, submit, retryCard };
}
