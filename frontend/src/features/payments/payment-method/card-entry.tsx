import { zodResolver } from '@hookform/resolvers/zod';
import { useState, useRef } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ShopRecord } from '#shared/model/customer';
import { cardholderNameSchema } from '#shared/model/shop-form';
import { createSetupIntent } from '#shared/contract/billing';
import { afterPress } from '../../../ui/after-press';
import {
  CardFields,
  CardholderField,
  validateCard,
  type CardFieldsHandle,
  type CardResult,
  type BillingDetails,
} from '../card/card-fields';
import type { Then } from '../../../ui/use-action';
import { addressParts } from '../../shop-page/address-text';
import { callApi, failureText, unexpectedText } from '../../../lib/api';

/** Holder's name and card fields; if the fields cannot be loaded, says so and offers to try again. */
export function CardEntry({ form, setCard }: Pick<CardEntryState, 'form' | 'setCard'>) {
  const { register, formState } = form;
  const name = register('cardholderName');
  return (
    <div className="space-y-5">
      <CardholderField
        {...name}
        onBlur={(event) => afterPress(() => void name.onBlur(event))}
        error={formState.errors.cardholderName?.message}
      />
      <CardFields ref={setCard} loadFailure={cardFailureTexts.preparing} />
    </div>
  );
}

const schema = z.object({ cardholderName: cardholderNameSchema });

export type CardEntryState = ReturnType<typeof useCardEntry>;

/** A new card for a shop or one of its subscriptions: the props of `CardEntry`, and the function that saves it. */
export function useCardEntry(shop: Pick<ShopRecord, 'customer'>, purpose: CardPurpose) {
  const form = useForm({ resolver: zodResolver(schema), mode: 'onTouched', defaultValues: { cardholderName: '' } });
  const [card, setCard] = useState<CardFieldsHandle | null>(null);
  // One for the life of the screen; a failed try can be confirmed again
  // (docs.stripe.com/payments/setupintents/lifecycle).
  const clientSecret = useRef<string>(undefined);
  /**
   * Saves the card, following 3-D Secure. `invalid`: name or card are wrong, which their own fields say; it moves to
   * the first of them, once the fields are enabled. `problem`: what went wrong; the paying card has not changed then.
   */
  const save = async (): Promise<CardResult | { invalid: Then }> => {
    // Both are checked at once, so that both problems are shown together.
    const [named, wrongCard] = await Promise.all([form.trigger('cardholderName'), validateCard(card)]);
    if (!named) return { invalid: () => form.setFocus('cardholderName', { shouldSelect: true }) };
    if (!card) return { problem: cardFailureTexts.preparing };
    if (wrongCard !== undefined) return { problem: wrongCard };
    try {
      clientSecret.current ??= (await callApi(createSetupIntent, { body: purpose })).clientSecret;
    } catch (error) {
      const why = failureText(error, { refused: '' });
      return { problem: why === '' ? cardFailureTexts.preparing : `${cardFailureTexts.preparing}。${why}` };
    }
    const details = billingDetailsOf(shop, form.getValues('cardholderName'));
    try {
      const saved = await card.confirm(clientSecret.current, details, { purpose: { ...purpose } });
      // A succeeded setup cannot be confirmed again: another card needs a new one.
      if ('paymentMethodId' in saved) clientSecret.current = undefined;
      return saved;
    } catch {
      return { problem: unexpectedText };
    }
  };
  return { form, setCard, /** The card fields are loaded. */ ready: card !== null, save };
}

/**
 * The data saved with a shop's card: its billing address, and its holder's name, which 3-D Secure requires in Japan.
 */
function billingDetailsOf({ customer }: Pick<ShopRecord, 'customer'>, cardholderName: string): BillingDetails {
  return {
    name: cardholderName.trim(),
    email: customer.email ?? '',
    phone: customer.phone ?? '',
    address: { country: 'JP', ...addressParts(customer.address) },
  };
}

/** Spec 8, New subscription and Payment method. */
export const cardFailureTexts = {
  preparing: '支払い方法の設定準備中にエラーが発生しました',
  failed: '支払い方法の設定に失敗しました',
} as const;

/** Whose the card will be. */
export type CardPurpose = { customerId: string } | { subscriptionId: string };
