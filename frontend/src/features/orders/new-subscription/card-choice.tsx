import { useState } from 'react';
import type { ShopRecord } from '#shared/model/customer';
import { cardExpiry, cardName } from '../../payments/card/payment-card';
import { RadioCards } from '../../../ui/fields';
import { CardEntry, type CardEntryState } from '../../payments/payment-method/card-entry';

/** Which card an order is paid with: the shop's, one that was just saved, or one that is to be typed. */
export type CardChoice = 'saved' | 'added' | 'new';

interface CardChoiceFieldsProps {
  shop: ShopRecord;
  /** A new card was saved during this order. */
  added: boolean;
  choice: CardChoice;
  onChoice: (choice: CardChoice) => void;
  entry: Pick<CardEntryState, 'form' | 'setCard'>;
  now: number;
}

/** The card that an order is paid with, as text. */
export const choiceText = (choice: CardChoice, shop: ShopRecord): string => {
  const card = shop.customer.default_payment_method?.card;
  return choice === 'saved' && card ? cardName(card) : '新しく登録したカード';
};

/** The shop's card, if it has one that can be charged. `now` in unix milliseconds. */
export const usableCard = ({ customer }: ShopRecord, now: number) => {
  const card = customer.default_payment_method?.card;
  return card && cardExpiry(card, now) !== 'expired' ? card : undefined;
};

export function CardChoiceFields({ shop, added, choice, onChoice, entry, now }: CardChoiceFieldsProps) {
  const card = usableCard(shop, now);
  const [opened, setOpened] = useState(choice === 'new');
  if (choice === 'new' && !opened) setOpened(true);
  const options = [
    ...(card ? [{ value: 'saved' as const, label: '登録済みのカード', description: cardName(card) }] : []),
    ...(added
      ? [{ value: 'added' as const, label: '新しく登録したカード', description: 'このお申し込みで登録しました' }]
      : []),
    { value: 'new' as const, label: added ? 'さらに別のカード' : '新しいカード' },
  ];
  return (
    <div className="space-y-5">
      {options.length > 1 && (
        <RadioCards legend="お支払いに使うカード" options={options} value={choice} onChange={onChoice} />
      )}
      {/* Stripe's frames lose their typed data when they leave the page: once opened they are only hidden. */}
      {opened && (
        <div hidden={choice !== 'new'}>
          <CardEntry {...entry} />
        </div>
      )}
    </div>
  );
}
