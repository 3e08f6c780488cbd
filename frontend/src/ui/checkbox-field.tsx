import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { FieldMessages, fieldWiring, useFieldId, type FieldTexts } from './field-frame';

type CheckboxFieldProps = Omit<FieldTexts, 'label'> & { label: ReactNode } & Omit<ComponentProps<'input'>, 'type'>;

/** A checkbox; the whole line is the click target. */
export function CheckboxField({
  label,
  help,
  error,
  required,
  id: givenId,
  className = '',
  ...input
}: CheckboxFieldProps) {
  const id = useFieldId(givenId);
  return (
    <div className={className}>
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
        <span className="relative mt-0.5 inline-grid size-6 shrink-0 place-items-center">
          <input
            {...input}
            {...fieldWiring(id, { help, error, required })}
            type="checkbox"
            className={[
              'peer size-6 cursor-pointer appearance-none rounded-md border bg-surface transition-colors',
              'checked:border-accent checked:bg-accent disabled:cursor-not-allowed disabled:opacity-50',
              error ? 'border-danger' : 'border-line-strong',
            ].join(' ')}
          />
          <Check
            aria-hidden
            strokeWidth={3}
            className="pointer-events-none absolute size-4 text-on-accent opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span>{label}</span>
      </label>
      <FieldMessages id={id} help={help} error={error} />
    </div>
  );
}
