import { type ComponentProps } from 'react';
import { TextField } from './text-field';

type CodeFieldProps = ComponentProps<typeof TextField>;

/** A code of six digits from a mail, an SMS or an app (spec 9; placeholder of spec 2). */
export function CodeField(props: CodeFieldProps) {
  return (
    <TextField
      {...props}

      required
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      placeholder="000000"
      className="text-center text-2xl font-semibold tracking-[0.4em] tabular-nums placeholder:font-normal"
    />
  );
}
