import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';

/** The texts of every field. */
export interface FieldTexts {
  label: string;
  help?: ReactNode;
  /** The error in the input, and how to correct it. */
  error?: string | undefined;
  /** Marks the label only; the form validates. */
  required?: boolean | undefined;
}

const controlClasses = [
  'block w-full min-h-12 rounded-field border bg-surface px-3.5 py-2.5 text-base text-ink',
  'transition-[border-color,box-shadow]',
  'focus:outline-none focus:ring-2 focus:ring-accent/30',
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-soft',
].join(' ');

type FieldProps = Omit<FieldTexts, 'label'> & {
  label: ReactNode;
  id?: string | undefined;
  className?: string | undefined;
};

/**
 * Parts a field's props into those of its frame and those of its control, with its id, its ARIA attributes (derived ids
 * start with the id) and its look.
 */
export function useField<Props extends FieldProps>(props: Props) {
  const own = useId();
  const { label, help: given, error, required, id = own, className = '', ...rest } = props;
  // What the message says too, word for word, is said once.
  const help = typeof given === 'string' && error?.includes(given) ? undefined : given;
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  const tone = error
    ? 'border-danger focus:border-danger focus:ring-danger/25'
    : 'border-line-strong hover:border-ink-soft focus:border-accent';
  return {
    frame: { id, label, help, error, required },
    control: {
      ...rest,
      id,
      'aria-invalid': error ? (true as const) : undefined,
      'aria-required': required || undefined,
      'aria-describedby': describedBy || undefined,
      className: `${controlClasses} ${tone} ${className}`,
    },
  };
}

/** Label above, control, message and help below: the same for every field. */
export const FieldFrame = ({ children, ...frame }: FieldProps & { id: string; children: ReactNode }) => (
  <div className="min-w-0 has-[[data-doubt]]:[&_input]:border-warning">
    <div className="mb-1.5 flex items-center gap-2 text-sm font-semibold text-ink">
      <label htmlFor={frame.id}>{frame.label}</label>
      {frame.required && <RequiredMark />}
    </div>
    {children}
    <FieldMessages {...frame} />
  </div>
);

/** For sighted users only; screen readers get `aria-required`. */
const RequiredMark = () => (
  <span
    data-required
    aria-hidden
    className="shrink-0 rounded bg-ink/8 px-1.5 py-px text-[0.6875rem] font-medium text-ink-soft"
  >
    必須
  </span>
);

export const FieldMessages = ({ id, help, error }: Pick<FieldTexts, 'help' | 'error'> & { id: string }) => (
  <>
    {error && (
      <p id={`${id}-error`} className="mt-1.5 flex gap-1.5 text-sm text-danger">
        <CircleAlert aria-hidden className="mt-1 size-4 shrink-0" />
        {error}
      </p>
    )}
    {help && (
      <p id={`${id}-help`} className="mt-1.5 text-sm text-ink-soft">
        {help}
      </p>
    )}
  </>
);

type TextFieldProps = FieldTexts & ComponentProps<'input'>;

/** One line of text. Takes every attribute of an input, and react-hook-form's `register(…)`. */
export function TextField({ className = '', ...props }: TextFieldProps) {
  const { frame, control } = useField({ ...props, className: `read-only:bg-sunken ${className}` });
  return (
    <FieldFrame {...frame}>
      <input {...control} />
    </FieldFrame>
  );
}

/** An e-mail address; the device offers its keyboard for that and corrects nothing. */
export function EmailField(props: Omit<TextFieldProps, 'type'>) {
  return <TextField type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />;
}

/** A password with a button that shows the typed text. */
export function PasswordField({ className = '', disabled, ...props }: Omit<TextFieldProps, 'type'>) {
  const { frame, control } = useField({ ...props, className: `pr-13 ${className}` });
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <input
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          {...control}
          type={shown ? 'text' : 'password'}
          disabled={disabled}
        />
        <button
          type="button"
          disabled={disabled}
          aria-pressed={shown}
          aria-controls={frame.id}
          aria-label={`${props.label}を表示`}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-field text-ink-soft hover:text-ink"
        >
          <Icon aria-hidden className="size-5" />
        </button>
      </div>
    </FieldFrame>
  );
}
