import { useRef } from 'react';
import { createSetupIntent } from '#shared/contract/billing';
import { callApi } from '../../../lib/api';
import { failureText, unexpectedText } from '../../../lib/api-failure';
import type { BillingDetails, CardFieldsHandle, CardResult } from '../card/card-fields';

/** Spec 8, New subscription and Payment method. */
export const cardFailureTexts = {
  preparing: '支払い方法の設定準備中にエラーが発生しました',
  failed: '支払い方法の設定に失敗しました',
} as const;

/** Whose the card will be. */
export type CardPurpose = { customerId: string } | { subscriptionId: string };

interface Saving {
  card: CardFieldsHandle | null;
  billingDetails: BillingDetails;
  purpose: CardPurpose;
}

/**
 * Saves the typed card, which was checked: starts the setup at Stripe, follows 3-D Secure. `problem` says what went
 * wrong; the paying card has not changed then. A started setup is tried again, not replaced.
 */
export function useSaveCard(): (saving: Saving) => Promise<CardResult> {
  // One for the life of the screen; a failed try can be confirmed again
  // (docs.stripe.com/payments/setupintents/lifecycle).
  const clientSecret = useRef<string>(undefined);
  return async ({ card, billingDetails, purpose }) => {
    if (!card) return { problem: cardFailureTexts.preparing };
    try {
      clientSecret.current ??= (await callApi(createSetupIntent, { body: purpose })).clientSecret;
    } catch (error) {
      const why = failureText(error, { refused: '' });
      return { problem: why === '' ? cardFailureTexts.preparing : `${cardFailureTexts.preparing}。${why}` };
    }
    try {
      const saved = await card.confirm(clientSecret.current, billingDetails, { purpose: { ...purpose } });
      // A succeeded setup cannot be confirmed again: another card needs a new one.
      if ('paymentMethodId' in saved) clientSecret.current = undefined;
      return saved;
    } catch {
      return { problem: unexpectedText };
    }
  };
}
