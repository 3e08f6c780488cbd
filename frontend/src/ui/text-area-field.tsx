import { forwardRef, useId, type ComponentPropsWithoutRef } from 'react';
import { FieldFrame, controlClasses, controlTone, fieldWiring, type FieldTexts } from './field-frame';

type TextAreaFieldProps = FieldTexts & ComponentPropsWithoutRef<'textarea'>;

/** A few lines of text. */
export const TextAreaField = forwardRef<HTMLTextAreaElement, TextAreaFieldProps>(function TextAreaField(
  { label, help, error, required, id: givenId, className = '', rows = 3, ...area },
  ref,
) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <FieldFrame id={id} label={label} help={help} error={error} required={required}>
      <textarea
        {...area}
        {...fieldWiring(id, { help, error, required })}
        ref={ref}
        rows={rows}
        className={`${controlClasses} ${controlTone(error)} ${className}`}
      />
    </FieldFrame>
  );
});
