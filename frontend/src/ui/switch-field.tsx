import { useId, useState, type ReactNode } from 'react';
import { Spinner } from './basics';

interface SwitchFieldProps {
  label: string;
  description?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** Shows a spinner and takes no press while a change is running; it keeps the focus, which `disabled` would lose. */
  busy?: boolean;
  /** Why the switch is disabled, or information needed before using it. */
  hint?: ReactNode;
}

/** A switch that takes effect at once. The whole line is the click target. */
export function SwitchField({
  label,
  description,
  checked,
  onChange,
  disabled = false,
  busy = false,
  hint,
}: SwitchFieldProps) {
  const id = useId();
  // What is asked for shows at once, and goes back if it is refused; `busy` says that it is not certain yet.
  const [wanted, setWanted] = useState(checked);
  const shown = busy ? wanted : checked;
  const press = (): void => {
    setWanted(!checked);
    onChange(!checked);
  };
  const off = disabled || busy;
  const describedBy = [description && `${id}-description`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div>
      <label
        htmlFor={id}
        className={`flex min-h-12 items-center justify-between gap-5 ${off ? 'cursor-default' : 'cursor-pointer'}`}
      >
        <span className="min-w-0">
          <span id={`${id}-label`} className="block font-semibold">
            {label}
          </span>
          {description && (
            <span id={`${id}-description`} className="mt-0.5 block text-sm text-ink-soft">
              {description}
            </span>
          )}
        </span>
        <span className="relative flex shrink-0 items-center">
          <button
            id={id}
            type="button"
            role="switch"
            aria-checked={shown}
            aria-labelledby={`${id}-label`}
            aria-describedby={describedBy || undefined}
            aria-busy={busy || undefined}
            aria-disabled={busy || undefined}
            disabled={disabled}
            onClick={busy ? undefined : press}
            className={[
              'relative h-8 w-14 rounded-full border transition-colors disabled:opacity-50 aria-disabled:opacity-50',
              shown ? 'border-accent bg-accent' : 'border-line-strong bg-sunken',
            ].join(' ')}
          >
            <span
              aria-hidden
              className={[
                'absolute top-1/2 left-1 size-5.5 -translate-y-1/2 rounded-full transition-transform',
                shown ? 'translate-x-6 bg-on-accent' : 'bg-line-strong',
              ].join(' ')}
            />
          </button>
          {busy && (
            <span className={`absolute ${shown ? 'left-2 text-on-accent' : 'right-2 text-ink-soft'}`}>
              <Spinner className="size-4" />
            </span>
          )}
        </span>
      </label>
      {hint && (
        <div id={`${id}-hint`} className="mt-3">
          {hint}
        </div>
      )}
    </div>
  );
}
