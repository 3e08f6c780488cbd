import { useRef, useState } from 'react';
import { setDefaultPaymentMethod } from '#shared/contract/billing';
import type { ShopRecord } from '#shared/model/customer';
import { callApi } from '../../../lib/api';
import { failureText, mayBeDone } from '../../../lib/api-failure';
import { useAction } from '../../../ui/use-action';
import { anotherCardHelps } from '../payment/confirm-payment';
import { tryAgainText } from '../../shop-page/use-action-failed';
import type { CardEntryState } from './card-entry';
import { cardFailureTexts, type CardPurpose } from './use-save-card';

/**
 * The state of a change of card. `saved`: Stripe has the new card, and only its assignment is missing; it is not asked
 * for again.
 */
export type ChangeState =
  | { step: 'form' | 'saved'; problem?: string; /** Whether the card may be assigned all the same. */ unsure?: boolean }
  | { step: 'done'; shop: ShopRecord };

/** Saves a new card and pays with it from then on (spec 7). If anything is refused, the old card stays. */
export function useChangeCard(purpose: CardPurpose, save: CardEntryState['save']) {
  const [state, setState] = useState<ChangeState>({ step: 'form' });
  const methodId = useRef<string>(undefined);

  const take = async (paymentMethodId: string): Promise<void> => {
    try {
      const { shop } = await callApi(setDefaultPaymentMethod, { body: { paymentMethodId, ...purpose } });
      setState({ step: 'done', shop });
    } catch (error) {
      const refused = anotherCardHelps(error);
      const problem = failureText(error, { refused: cardFailureTexts.failed, unreachable: tryAgainText });
      const unsure = mayBeDone(error);
      if (refused) methodId.current = undefined;
      setState({ step: refused ? 'form' : 'saved', problem, unsure });
    }
  };

  const [change, busy] = useAction(async () => {
    setState({ step: methodId.current === undefined ? 'form' : 'saved' });
    if (methodId.current !== undefined) {
      await take(methodId.current);
      return undefined;
    }
    const saved = await save();
    if ('invalid' in saved) return saved.invalid;
    if ('problem' in saved) {
      setState({ step: 'form', problem: saved.problem });
      return undefined;
    }
    methodId.current = saved.paymentMethodId;
    await take(saved.paymentMethodId);
    return undefined;
  });

  /** Discards the saved card, so that another one can be entered. */
  const startOver = (): void => {
    methodId.current = undefined;
    setState({ step: 'form' });
  };

  return { state, busy, change, startOver };
}
