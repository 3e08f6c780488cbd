import type { UseFormReturn } from 'react-hook-form';
import { usePostalLookup } from '../use-postal-lookup';
import { TextField } from '../../../ui/text-field';
import type { ShopEditForm } from './shop-edit-form';

interface EditAddressProps {
  kind: 'shipping' | 'billing';
  form: UseFormReturn<ShopEditForm>;
  lookupUrl: string | undefined;
}

const tones = { idle: 'text-ink-soft', busy: 'text-ink-soft', filled: 'text-success', failed: 'text-danger' } as const;

/** An address as plain texts; seven digits of a postal code fill the rest (spec 5, Store edit). */
export function EditAddress({ kind, form: { register, setValue, formState }, lookupUrl }: EditAddressProps) {
  const errors = formState.errors[kind];
  const { lookup, look } = usePostalLookup(lookupUrl, ({ state, city, town }) => {
    setValue(`${kind}.state`, state, { shouldDirty: true });
    setValue(`${kind}.city`, city, { shouldDirty: true });
    setValue(`${kind}.line1`, town, { shouldDirty: true });
  });
  const postal = register(`${kind}.postal_code`, {
    onChange: (event: { target: HTMLInputElement }) =>
      void look(event.target.value.normalize('NFKC').replaceAll(/[^0-9]/g, '')),
  });
  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <div>
          <TextField
            label="郵便番号"
            inputMode="numeric"
            autoComplete={`${kind} postal-code`}
            error={errors?.postal_code?.message}
            {...postal}
          />
          <p aria-live="polite" className={`mt-1 text-sm empty:hidden ${tones[lookup.tone]}`}>
            {lookup.message}
          </p>
        </div>
        <TextField
          label="都道府県"
          autoComplete={`${kind} address-level1`}
          error={errors?.state?.message}
          {...register(`${kind}.state`)}
        />
      </div>
      <TextField
        label="市区町村"
        autoComplete={`${kind} address-level2`}
        error={errors?.city?.message}
        {...register(`${kind}.city`)}
      />
      <TextField
        label="町名・番地"
        autoComplete={`${kind} address-line1`}
        error={errors?.line1?.message}
        {...register(`${kind}.line1`)}
      />
      <TextField
        label="建物名・部屋番号"
        autoComplete={`${kind} address-line2`}
        error={errors?.line2?.message}
        {...register(`${kind}.line2`)}
      />
    </div>
  );
}
