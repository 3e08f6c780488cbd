import type { ComponentProps } from 'react';
import { DigitsField } from './digits-field';

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
