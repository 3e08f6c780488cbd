import { useRef, useState } from 'react';
import { listShops } from '#shared/contract/billing';
import { createShopOnly, createShopWithSubscription } from '#shared/contract/shop';
import type { Acceptance, ShopForm } from '#shared/model/shop-form';
import { callApi } from '../../../lib/api';
import { ApiFailure } from '../../../lib/api-failure';
import { useInvalidate } from '../../../lib/use-call';
import { useSubmitKey } from '../../../lib/use-submit-key';
import type { CardFieldsHandle } from '../card/card-fields';
import { cardBillingDetails, shopOnlyBody, withSubscriptionBody } from './to-requests';

/** What spec 8 asks to be said of a shop that could not be opened. */
export const submitTexts = { failed: '店舗の登録に失敗しました', notAdded: '店舗を追加できませんでした' } as const;

/** Where a submit stands. `card`: the shop and its subscription exist, only the card is still to be saved. */
export type SubmitState =
  | { step: 'idle'; problem?: string; fields?: Record<string, string> }
  | { step: 'busy' }
  | { step: 'card'; clientSecret: string; problem: string; busy: boolean }
  | { step: 'done' };

interface Submission {
  form: ShopForm;
  email: string;
  acceptance: Acceptance;
  card: CardFieldsHandle | null;
}

/**
 * Opens a shop, once, however often it is pressed or retried: a try keeps its idempotency key, and once the shop
 * exists only the card is asked for again.
 */
export function useShopSubmit(): {
  state: SubmitState;
  submit: (submission: Submission) => Promise<void>;
  retryCard: (submission: Submission) => Promise<void>;
} {
  const [state, setState] = useState<SubmitState>({ step: 'idle' });
  const key = useSubmitKey();
  const running = useRef(false);
  const refresh = useInvalidate();

  const saveCard = async ({ form, email, card }: Submission, clientSecret: string): Promise<void> => {
    const saved = card
      ? await card.confirm(clientSecret, cardBillingDetails(form, email))
      : { problem: submitTexts.failed };
    await refresh(listShops);
    setState(
      'problem' in saved ? { step: 'card', clientSecret, problem: saved.problem, busy: false } : { step: 'done' },
    );
  };

  const open = async (submission: Submission): Promise<void> => {
    const { form, email, acceptance } = submission;
    if (form.creationMode === 'store-only') {
      const body = shopOnlyBody(form, acceptance);
      await callApi(createShopOnly, { body }, { idempotencyKey: key.value() });
      await refresh(listShops);
      setState({ step: 'done' });
      return;
    }
    const body = withSubscriptionBody(form, email, acceptance);
    const { clientSecret } = await callApi(createShopWithSubscription, { body }, { idempotencyKey: key.value() });
    await saveCard(submission, clientSecret);
  };

  /** One at a time: a second press while the first is under way does nothing. */
  const once = async (work: () => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    try {
      await work();
    } catch (error) {
      const failure = error instanceof ApiFailure ? error : undefined;
      key.failed(error);
      setState({
        step: 'idle',
        problem: failure?.message ?? submitTexts.notAdded,
        ...(failure?.fields && { fields: failure.fields }),
      });
    } finally {
      running.current = false;
    }
  };

  return {
    state,
    submit: (submission) =>
      once(async () => {
        setState({ step: 'busy' });
        const problem =
          submission.form.creationMode === 'with-subscription'
            ? await (submission.card?.validate() ?? Promise.resolve(submitTexts.failed))
            : undefined;
        if (problem !== undefined) {
          setState({ step: 'idle', problem });
          return;
        }
        await open(submission);
      }),
    retryCard: (submission) =>
      once(async () => {
        if (state.step !== 'card') return;
        setState({ ...state, busy: true });
        const problem = await submission.card?.validate();
        if (problem !== undefined) {
          setState({ ...state, problem, busy: false });
          return;
        }
        await saveCard(submission, state.clientSecret);
      }),
  };
}
