import type { ChangeEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { prefectures } from '#shared/model/address';
import { plainDigits } from '#shared/numbers';
import { DigitsField } from '../../ui/digits-field';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { usePostalLookup, type FoundAddress } from './use-postal-lookup';

/** The props of one field of the form. */
type Field = UseFormRegisterReturn & { error: string | undefined };

interface AddressFieldsProps {
  kind: 'shipping' | 'billing';
  /** `line1` includes the city if there is no field for it. */
  fields: { postalCode: Field; state: Field; city?: Field; line1: Field; line2: Field };
  /** Fills in the address that was found for a postal code. */
  onFound: (address: FoundAddress) => void;
  /** Seven digits and one of the prefectures, as an order needs them; else any text (spec 5). */
  strict?: boolean;
  required?: boolean;
}

const tones = { idle: 'text-ink-soft', busy: 'text-ink-soft', filled: 'text-success', failed: 'text-danger' } as const;

/** An address in Japan; seven digits of its postal code fill the rest (spec 2, Store form; spec 5). */
export function AddressFields({ kind, fields, onFound, strict = false, required = false }: AddressFieldsProps) {
  const { lookup, look, typed } = usePostalLookup(onFound);
  /** A field that is filled in: what was typed into it stays. */
  const filled = (field: Field): Field => ({
    ...field,
    onChange: (event) => {
      typed();
      return field.onChange(event);
    },
  });
  const { postalCode, line2 } = fields;
  const [state, line1, city] = [filled(fields.state), filled(fields.line1), fields.city && filled(fields.city)];
  const onPostalCode = (event: ChangeEvent<HTMLInputElement>): void => {
    look(plainDigits(event.target.value).replace(/^〒/, ''));
    void postalCode.onChange(event);
  };
  const postalCodeProps = {
    label: '郵便番号',
    required,
    autoComplete: `${kind} postal-code`,
    ...postalCode,
    onChange: onPostalCode,
  };
  const stateProps = { label: '都道府県', required, autoComplete: `${kind} address-level1`, ...state };
  return (
    <div className="space-y-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <div>
          {strict ? (
            <DigitsField
              {...postalCodeProps}
              digits={7}
              placeholder="1234567"
              help="7桁の数字。入力すると住所を検索します。"
            />
          ) : (
            <TextField {...postalCodeProps} inputMode="numeric" />
          )}
          <p aria-live="polite" className={`mt-1 text-sm empty:hidden ${tones[lookup.tone]}`}>
            {lookup.message}
          </p>
        </div>
        {strict ? (
          <SelectField {...stateProps}>
            <option value="">選択してください</option>
            {prefectures.map((prefecture) => (
              <option key={prefecture} value={prefecture}>
                {prefecture}
              </option>
            ))}
          </SelectField>
        ) : (
          <TextField {...stateProps} />
        )}
      </div>
      {city && <TextField label="市区町村" required={required} autoComplete={`${kind} address-level2`} {...city} />}
      <TextField
        label={city ? '町名・番地' : '市区町村・番地'}
        required={required}
        autoComplete={`${kind} address-line1`}
        help="番地まで入力してください（例：1-2-3）"
        {...line1}
      />
      <TextField label="建物名・部屋番号" autoComplete={`${kind} address-line2`} {...line2} />
    </div>
  );
}
