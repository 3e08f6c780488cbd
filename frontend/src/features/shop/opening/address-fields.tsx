import type { FieldErrors, UseFormRegister, UseFormSetValue } from 'react-hook-form';
import { prefectures } from '#shared/model/address';
import type { ShopForm } from '#shared/model/shop-form';
import { usePostalLookup } from '../use-postal-lookup';
import { SelectField } from '../../../ui/select-field';
import { TextField } from '../../../ui/text-field';

interface AddressFieldsProps {
  /** Which half of the form: its field names begin with it. */
  kind: 'shipping' | 'billing';
  register: UseFormRegister<ShopForm>;
  setValue: UseFormSetValue<ShopForm>;
  errors: FieldErrors<ShopForm>;
  lookupUrl: string | undefined;
}

const tones = { idle: 'text-ink-soft', busy: 'text-ink-soft', filled: 'text-success', failed: 'text-danger' } as const;

/** Postal code that fills the rest, prefecture, two lines (spec 2, Store form; spec 5). */
export function AddressFields({ kind, register, setValue, errors, lookupUrl }: AddressFieldsProps) {
  const names = {
    shipping: {
      name: 'shippingName',
      postalCode: 'shippingPostalCode',
      state: 'shippingState',
      line1: 'shippingLine1',
      line2: 'shippingLine2',
    },
    billing: {
      name: 'billingName',
      postalCode: 'billingPostalCode',
      state: 'billingState',
      line1: 'billingLine1',
      line2: 'billingLine2',
    },
  } as const;
  const field = names[kind];
  const required = kind === 'shipping';
  const { lookup, look } = usePostalLookup(lookupUrl, (found) => {
    setValue(field.state, found.state, { shouldDirty: true, shouldValidate: true });
    setValue(field.line1, found.line1, { shouldDirty: true, shouldValidate: true });
  });
  const postal = register(field.postalCode, {
    setValueAs: (value: string) => value,
    onChange: (event: { target: HTMLInputElement }) => {
      const digits = event.target.value
        .normalize('NFKC')
        .replaceAll(/[^0-9]/g, '')
        .slice(0, 7);
      if (digits !== event.target.value) setValue(field.postalCode, digits, { shouldDirty: true });
      void look(digits);
    },
  });
  return (
    <div className="space-y-5">
      <TextField
        label={kind === 'shipping' ? 'お届け先のお名前' : '請求先のお名前'}
        required={required}
        autoComplete={`${kind} name`}
        error={errors[field.name]?.message}
        {...register(field.name)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <div>
          <TextField
            label="郵便番号"
            required={required}
            inputMode="numeric"
            autoComplete={`${kind} postal-code`}
            placeholder="1234567"
            help="ハイフンなしの7桁。入力すると住所を検索します。"
            error={errors[field.postalCode]?.message}
            {...postal}
          />
          <p aria-live="polite" className={`mt-1 min-h-5 text-sm ${tones[lookup.tone]}`}>
            {lookup.message}
          </p>
        </div>
        <SelectField
          label="都道府県"
          required={required}
          autoComplete={`${kind} address-level1`}
          error={errors[field.state]?.message}
          {...register(field.state)}
        >
          <option value="">選択してください</option>
          {prefectures.map((prefecture) => (
            <option key={prefecture} value={prefecture}>
              {prefecture}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        label="市区町村・番地"
        required={required}
        autoComplete={`${kind} address-line1`}
        error={errors[field.line1]?.message}
        {...register(field.line1)}
      />
      <TextField
        label="建物名・部屋番号"
        autoComplete={`${kind} address-line2`}
        error={errors[field.line2]?.message}
        {...register(field.line2)}
      />
    </div>
  );
}
