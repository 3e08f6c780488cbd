import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ShopRecord } from '#shared/model/customer';
import { cardholderNameSchema } from '#shared/model/shop-form';
import type { CardFieldsHandle, SavedCard } from '../card/card-fields';
import { billingDetailsOf } from './billing-details';
import { useSaveCard, type CardPurpose } from './use-save-card';

const schema = z.object({ cardholderName: cardholderNameSchema });

export interface CardEntryState {
  form: UseFormReturn<{ cardholderName: string }>;
  setCard: (card: CardFieldsHandle | null) => void;
  /** The card fields are loaded. */
  ready: boolean;
  /** Saves the card; undefined if the name is wrong, which is then shown under its field. */
  save: () => Promise<SavedCard | undefined>;
}

/** A new card for a shop or one of its subscriptions: the props of `CardEntry`, and the function that saves it. */
export function useCardEntry(shop: Pick<ShopRecord, 'customer'>, purpose: CardPurpose): CardEntryState {
  const form = useForm({ resolver: zodResolver(schema), mode: 'onTouched', defaultValues: { cardholderName: '' } });
  const [card, setCard] = useState<CardFieldsHandle | null>(null);
  const saveCard = useSaveCard();
  const save = async (): Promise<SavedCard | undefined> => {
    if (!(await form.trigger('cardholderName', { shouldFocus: true }))) return undefined;
    return saveCard({ card, billingDetails: billingDetailsOf(shop, form.getValues('cardholderName')), purpose });
  };
  return { form, setCard, ready: card !== null, save };
}
