import { useId } from 'react';
import { FieldMessages } from './field-frame';

interface RadioCardsProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: string; description?: string }[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  error?: string | undefined;
  /** For screen readers only, if the heading above already says it. */
  legendHidden?: boolean;
}

/** A choice of one of a few options, each with a description. */
export function RadioCards<Value extends string>({
  legend,
  options,
  value,
  onChange,
  error,
  legendHidden = false,
}: RadioCardsProps<Value>) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={legendHidden ? 'sr-only' : 'mb-2 text-sm font-semibold'}>{legend}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {options.map((option) => (
          <label
            key={option.value}
            className={[
              'flex cursor-pointer items-start gap-3 rounded-field border border-line-strong/60 bg-surface p-4',
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
              className="mt-1 size-5 shrink-0 accent-accent outline-none"
            />
            <span>
              <span id={`${id}-${option.value}-label`} className="block font-semibold">
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
      <FieldMessages id={id} error={error} />
    </fieldset>
  );
}
