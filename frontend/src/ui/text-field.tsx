import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { FieldFrame, controlClasses, controlTone, fieldWiring, useFieldId, type FieldTexts } from './field-frame';

type TextFieldProps = FieldTexts & ComponentProps<'input'>;

/** One line of text. Takes every attribute of an input, and react-hook-form's `register(…)`. */
export function TextField({ label, help, error, required, id: givenId, className = '', ...input }: TextFieldProps) {
  const id = useFieldId(givenId);
  return (
    <FieldFrame id={id} label={label} help={help} error={error} required={required}>
      <input
        {...input}
        {...fieldWiring(id, { help, error, required })}
        className={`${controlClasses} ${controlTone(error)} read-only:bg-sunken ${className}`}
      />
    </FieldFrame>
  );
}

/** An e-mail address; the device offers its keyboard for that and corrects nothing. */
export function EmailField(props: Omit<TextFieldProps, 'type'>) {
  return <TextField type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />;
}

/** A password with a button that shows the typed text. */
export function PasswordField({
  label,
  help,
  error,
  required,
  id: givenId,
  className = '',
  disabled,
  ...input
}: Omit<TextFieldProps, 'type'>) {
  const id = useFieldId(givenId);
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldFrame id={id} label={label} help={help} error={error} required={required}>
      <div className="relative">
        <input
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          {...input}
          {...fieldWiring(id, { help, error, required })}
          type={shown ? 'text' : 'password'}
          disabled={disabled}
          className={`${controlClasses} ${controlTone(error)} pr-13 ${className}`}
        />
        <button
          type="button"
          disabled={disabled}
          aria-pressed={shown}
          aria-controls={id}
          aria-label={`${label}を表示`}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-field text-ink-soft hover:text-ink"
        >
          <Icon aria-hidden className="size-5" />
        </button>
      </div>
    </FieldFrame>
  );
}
