import { Check, ChevronDown } from 'lucide-react';
import { useId, type ChangeEvent, type ComponentProps, type CompositionEvent, type ReactNode } from 'react';
import { plainDigits } from '#shared/numbers';
import { FieldFrame, FieldMessages, TextField, useField, type FieldTexts } from './text-field';

/**
 * One of a list, with the control that the device itself brings: on a phone nothing is quicker. Children are
 * `<option>`s.
 */
export function SelectField({ className = '', ...props }: FieldTexts & ComponentProps<'select'>) {
  const { frame, control } = useField({ ...props, className: `appearance-none pr-11 ${className}` });
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <select {...control} />
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-ink-soft"
        />
      </div>
    </FieldFrame>
  );
}

/** A field for several lines of text. */
export function TextAreaField(props: FieldTexts & ComponentProps<'textarea'>) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <textarea rows={3} {...control} />
    </FieldFrame>
  );
}

type CheckboxFieldProps = Omit<FieldTexts, 'label'> & { label: ReactNode } & Omit<ComponentProps<'input'>, 'type'>;

/** A checkbox; the whole line is the click target. */
export function CheckboxField({ className = '', ...props }: CheckboxFieldProps) {
  const { frame, control } = useField(props);
  return (
    <div className={className}>
      <label htmlFor={frame.id} className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
        <span className="relative mt-0.5 inline-grid size-6 shrink-0 place-items-center">
          <input
            {...control}
            type="checkbox"
            className={[
              'peer size-6 cursor-pointer appearance-none rounded-md border bg-surface transition-colors',
              'checked:border-accent checked:bg-accent disabled:cursor-not-allowed disabled:opacity-50',
              frame.error ? 'border-danger' : 'border-line-strong',
            ].join(' ')}
          />
          <Check
            aria-hidden
            strokeWidth={3}
            className="pointer-events-none absolute size-4 text-on-accent opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span>{frame.label}</span>
      </label>
      <FieldMessages {...frame} />
    </div>
  );
}

interface DigitsFieldProps extends Omit<ComponentProps<typeof TextField>, 'maxLength' | 'inputMode'> {
  /** How many digits it takes. A pasted text may be longer: its hyphens do not count. */
  digits: number;
}

/**
 * A number of digits, such as a code. Full-width digits become half width and separators disappear while they are
 * typed, once an input method has finished its conversion.
 */
export function DigitsField({ digits: max, onChange, ...field }: DigitsFieldProps) {
  const tidy = (input: HTMLInputElement): void => {
    const digits = plainDigits(input.value)
      .replaceAll(/[^0-9]/g, '')
      .slice(0, max);
    if (digits !== input.value) input.value = digits;
  };
  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    if (!(event.nativeEvent as InputEvent).isComposing) tidy(event.target);
    onChange?.(event);
  };
  const converted = (event: CompositionEvent<HTMLInputElement>): void => {
    tidy(event.currentTarget);
    onChange?.(event as unknown as ChangeEvent<HTMLInputElement>);
  };
  return <TextField {...field} inputMode="numeric" onChange={change} onCompositionEnd={converted} />;
}

/** A code of six digits from a mail, an SMS or an app (spec 9; placeholder of spec 2). */
export function CodeField(props: Omit<ComponentProps<typeof DigitsField>, 'digits'>) {
  return (
    <DigitsField
      {...props}
      digits={6}
      required
      autoComplete="one-time-code"
      placeholder="000000"
      className="text-center text-2xl font-semibold tracking-[0.4em] tabular-nums placeholder:font-normal"
    />
  );
}

interface RadioCardsProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: string; description?: string }[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  /** For screen readers only, if the heading above already says it. */
  legendHidden?: boolean;
}

/** A choice of one of a few options, each with a description. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, options, value, onChange, legendHidden = false } = props;
  const id = useId();
  return (
    <fieldset>
      <legend className={legendHidden ? 'sr-only' : 'mb-2 text-sm font-semibold'}>{legend}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {options.map((option) => (
          <label
            key={option.value}
            className={[
              'flex min-h-12 cursor-pointer items-start gap-3 rounded-field border border-line-strong/60 bg-surface',
              'px-3 py-2.5',
              'transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft',
              'has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2',
              'has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            ].join(' ')}
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              aria-describedby={option.description ? `${id}-${option.value}` : undefined}
              aria-labelledby={`${id}-${option.value}-label`}
              className={[
                'mt-0.5 size-6 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong',
                'bg-surface outline-none transition-[border-width] checked:border-[7px] checked:border-accent',
              ].join(' ')}
            />
            <span>
              <span id={`${id}-${option.value}-label`} className={option.description ? 'block font-semibold' : 'block'}>
                {option.label}
              </span>
              {option.description && (
                <span id={`${id}-${option.value}`} className="mt-0.5 block text-sm text-ink-soft">
                  {option.description}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
