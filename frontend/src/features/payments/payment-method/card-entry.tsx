import { afterPress } from '../../../ui/after-press';
import { CardFields } from '../card/card-fields';
import { CardholderField } from '../card/cardholder-field';
import type { CardEntryState } from './use-card-entry';
import { cardFailureTexts } from './use-save-card';

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
