import { useState } from 'react';
import type { ShopRecord } from '#shared/model/customer';
import { useAction } from '../../../ui/use-action';
import { useCardEntry } from '../../payments/payment-method/use-card-entry';
import { usableCard, type CardChoice } from './card-choice';
import type { OrderSteps } from './use-order-steps';

/** The card that an order is paid with, and the way from it to the confirmation, which saves a new card first. */
export function useOrderCard(shop: ShopRecord, now: number, { show, setProblem }: OrderSteps) {
  const [choice, setChoice] = useState<CardChoice>(() => (usableCard(shop, now) ? 'saved' : 'new'));
  const [added, setAdded] = useState<string>();
  const { save, ready, ...entry } = useCardEntry(shop, { customerId: shop.customer.id });
  const [proceed, saving] = useAction(async () => {
    if (choice === 'new') {
      setProblem(undefined);
      const saved = await save();
      if ('invalid' in saved) return saved.invalid;
      if ('problem' in saved) {
        setProblem({ title: '支払い方法の設定に失敗しました', text: saved.problem, wantsCard: false });
        return undefined;
      }
      setAdded(saved.paymentMethodId);
      setChoice('added');
    }
    show('confirm');
    return undefined;
  });
  return {
    choice,
    setChoice,
    /** Stripe's id of the card that was saved during this order. */
    added,
    entry,
    ready: choice !== 'new' || ready,
    proceed,
    saving,
  };
}
