import { type ChangeEvent, type ComponentProps, type CompositionEvent } from 'react';
import { plainDigits } from '#shared/numbers';
import { TextField } from './text-field';

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

type CodeFieldProps = Omit<ComponentProps<typeof DigitsField>, 'digits'>;

/** A code of six digits from a mail, an SMS or an app (spec 9; placeholder of spec 2). */
export function CodeField(props: CodeFieldProps) {
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
