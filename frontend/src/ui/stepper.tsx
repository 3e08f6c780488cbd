import { Minus, Plus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { isConverting } from './is-converting';

interface StepperProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  unit?: string;
}

const round = [
  'grid size-12 shrink-0 place-items-center text-ink transition-colors',
  'hover:bg-sunken disabled:text-ink-soft disabled:opacity-40 disabled:hover:bg-transparent',
].join(' ');

/**
 * What the field shows: while somebody types it may be empty or too low, and leaving it corrects the value. Only values
 * within the bounds are passed on.
 */
function useTyped({ value, min, max, onChange }: StepperProps) {
  const [typed, setTyped] = useState<string>();
  const clamp = (wanted: number): number =>
    Math.min(max, Math.max(min, Number.isFinite(wanted) ? Math.trunc(wanted) : min));
  const change = (wanted: number): void => {
    setTyped(undefined);
    if (clamp(wanted) !== value) onChange(clamp(wanted));
  };
  return {
    shown: typed ?? value,
    /** A value set during a conversion would end it: １２ became 11. So the text stays as it is until its end. */
    convert: setTyped,
    type: (text: string): void => {
      const digits = text.normalize('NFKC').replaceAll(/[^0-9]/g, '');
      const number = Math.min(max, Number(digits));
      setTyped(Number(digits) > max ? String(max) : digits);
      if (digits !== '' && number >= min && number !== value) onChange(number);
    },
    settle: (): void => {
      if (typed !== undefined) change(typed === '' ? Number.NaN : Number(typed));
    },
    step: (by: number): void => change(value + by),
  };
}

/** A small whole number: two large buttons, and a field for typing. Always within its bounds (spec 5). */
export function Stepper(props: StepperProps) {
  const { label, value, min, max, unit = '台' } = props;
  const id = useId();
  const { shown, convert, type, settle, step } = useTyped(props);
  const less = useRef<HTMLButtonElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  // A button that is disabled at its end loses the focus: the other one takes it.
  const press = (by: -1 | 1): void => {
    step(by);
    if (by < 0 && value + by <= min) more.current?.focus();
    if (by > 0 && value + by >= max) less.current?.focus();
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <div className="inline-flex flex-wrap items-center gap-3">
        <div
          className={[
            'inline-flex overflow-hidden rounded-field border border-line-strong bg-surface',
            'focus-within:border-accent',
          ].join(' ')}
        >
          <button
            type="button"
            className={round}
            aria-label={`${label}を減らす`}
            disabled={value <= min}
            ref={less}
            onClick={() => press(-1)}
          >
            <Minus aria-hidden className="size-5" />
          </button>
          <input
            id={id}
            inputMode="numeric"
            autoComplete="off"
            role="spinbutton"
            aria-valuenow={value}
            aria-valuemin={min}
            aria-valuemax={max}
            value={shown}
            onChange={(event) => ((event.nativeEvent as InputEvent).isComposing ? convert : type)(event.target.value)}
            onCompositionEnd={(event) => type(event.currentTarget.value)}
            onBlur={settle}
            onKeyDown={(event) => {
              if (isConverting(event.nativeEvent)) return;
              if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
                event.preventDefault();
                step(event.key === 'ArrowUp' ? 1 : -1);
              }
            }}
            className={[
              'w-14 border-x border-line bg-transparent text-center text-lg font-semibold tabular-nums',
              'focus:bg-accent-soft focus:outline-none',
            ].join(' ')}
          />
          <button
            type="button"
            className={round}
            aria-label={`${label}を増やす`}
            disabled={value >= max}
            ref={more}
            onClick={() => press(1)}
          >
            <Plus aria-hidden className="size-5" />
          </button>
        </div>
        <span className="text-ink-soft">{unit}</span>
      </div>
    </div>
  );
}
