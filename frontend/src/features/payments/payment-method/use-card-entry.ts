import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ShopRecord } from '#shared/model/customer';
import { cardholderNameSchema } from '#shared/model/shop-form';
import type { Then } from '../../../ui/use-action';
import { validateCard, type CardFieldsHandle, type CardResult } from '../card/card-fields';
import { billingDetailsOf } from './billing-details';
import { cardFailureTexts, useSaveCard, type CardPurpose } from './use-save-card';

const schema = z.object({ cardholderName: cardholderNameSchema });

export interface CardEntryState {
  form: UseFormReturn<{ cardholderName: string }>;
  setCard: (card: CardFieldsHandle | null) => void;
  /** The card fields are loaded. */
  ready: boolean;
  /**
   * Saves the card. `invalid`: name or card are wrong, which their own fields say; it moves to the first of them, once
   * the fields are enabled.
   */
  save: () => Promise<CardResult | { invalid: Then }>;
}

/** A new card for a shop or one of its subscriptions: the props of `CardEntry`, and the function that saves it. */
export function useCardEntry(shop: Pick<ShopRecord, 'customer'>, purpose: CardPurpose): CardEntryState {
  const form = useForm({ resolver: zodResolver(schema), mode: 'onTouched', defaultValues: { cardholderName: '' } });
  const [card, setCard] = useState<CardFieldsHandle | null>(null);
  const saveCard = useSaveCard();
  const save = async (): Promise<CardResult | { invalid: Then }> => {
    // Both are checked at once, so that both problems are shown together.
    const [named, wrongCard] = await Promise.all([form.trigger('cardholderName'), validateCard(card)]);
    if (!named) return { invalid: () => form.setFocus('cardholderName', { shouldSelect: true }) };
    if (wrongCard !== undefined) return { problem: card ? wrongCard : cardFailureTexts.preparing };
    return saveCard({ card, billingDetails: billingDetailsOf(shop, form.getValues('cardholderName')), purpose });
  };
  return { form, setCard, ready: card !== null, save };
}
