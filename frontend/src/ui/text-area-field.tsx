import type { ComponentProps } from 'react';
import { FieldFrame, controlClasses, controlTone, fieldWiring, useFieldId, type FieldTexts } from './field-frame';

type TextAreaFieldProps = FieldTexts & ComponentProps<'textarea'>;

/** A field for several lines of text. */
export function TextAreaField({
  label,
  help,
  error,
  required,
  id: givenId,
  className = '',
  rows = 3,
  ...area
}: TextAreaFieldProps) {
  const id = useFieldId(givenId);
  return (
    <FieldFrame id={id} label={label} help={help} error={error} required={required}>
      <textarea
        {...area}
        {...fieldWiring(id, { help, error, required })}
        rows={rows}
        className={`${controlClasses} ${controlTone(error)} ${className}`}
      />
    </FieldFrame>
  );
}
