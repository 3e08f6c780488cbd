import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { FieldFrame, controlClasses, controlTone, fieldWiring, useFieldId, type FieldTexts } from './field-frame';

type SelectFieldProps = FieldTexts & ComponentProps<'select'>;

/**
 * One of a list, with the control that the device itself brings: on a phone nothing is quicker. Children are
 * `<option>`s.
 */
export function SelectField({
  label,
  help,
  error,
  required,
  id: givenId,
  className = '',
  children,
  ...select
}: SelectFieldProps) {
  const id = useFieldId(givenId);
  return (
    <FieldFrame id={id} label={label} help={help} error={error} required={required}>
      <div className="relative">
        <select
          {...select}
          {...fieldWiring(id, { help, error, required })}
          className={`${controlClasses} ${controlTone(error)} appearance-none pr-11 ${className}`}
        >
          {children}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-ink-soft"
        />
      </div>
    </FieldFrame>
  );
}
