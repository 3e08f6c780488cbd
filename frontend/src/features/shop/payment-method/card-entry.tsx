import { CardFields } from '../card/card-fields';
import { CardholderField } from '../card/cardholder-field';
import type { CardEntryState } from './use-card-entry';
import { cardFailureTexts } from './use-save-card';

/** Holder's name and card fields; where they cannot be had it says so and tries again. */
export function CardEntry({ form, setCard }: Pick<CardEntryState, 'form' | 'setCard'>) {
  const { register, formState } = form;
  return (
    <div className="space-y-5">
      <CardholderField error={formState.errors.cardholderName?.message} {...register('cardholderName')} />
      <CardFields ref={setCard} loadFailure={cardFailureTexts.preparing} />
    </div>
  );
}
