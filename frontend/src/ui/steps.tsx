import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

/** The progress of a wizard: all step names on a desktop, "2 / 3" with one name on a phone. */
export function WizardProgress({ steps, current }: Steps<string>['progress']) {
  return (
    <nav aria-label="手順" className="mb-6">
      <p aria-hidden className="mb-2 text-sm text-ink-soft sm:hidden">
        <span className="font-semibold text-ink tabular-nums">
          {current + 1} / {steps.length}
        </span>{' '}
        {steps[current]}
      </p>
      <ol className="flex gap-2">
        {steps.map((step, index) => (
          <li key={step} aria-current={index === current ? 'step' : undefined} className="flex-1">
            <span
              aria-hidden
              className={`block h-1.5 rounded-full transition-colors ${index <= current ? 'bg-accent' : 'bg-line'}`}
            />
            <span
              className={[
                'mt-2 hidden items-center gap-1 text-sm sm:flex',
                index === current ? 'font-semibold text-ink' : 'text-ink-soft',
              ].join(' ')}
            >
              {index < current && <Check aria-hidden className="size-4 text-accent" />}
              {step}
            </span>
            <span className="sr-only sm:hidden">
              {step}
              {index < current ? '（完了）' : ''}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A button may appear at the place of the one before it: a double click must not press both. In milliseconds. */
const settlesAfter = 500;

/** Whether a button of what is shown can be meant already. */
export function useSettled(shown: string | boolean, atFirst = false): boolean {
  const [settled, setSettled] = useState(atFirst ? shown : undefined);
  const [last, setLast] = useState(shown);
  if (last !== shown) {
    setLast(shown);
    setSettled(undefined);
  }
  useEffect(() => {
    const timer = setTimeout(() => setSettled(shown), settlesAfter);
    return () => clearTimeout(timer);
  }, [shown]);
  return settled === shown;
}

interface StepsOptions<Step extends string> {
  /** The steps that are needed; all by default. */
  only?: readonly Step[];
  /** The open step, if the browser's history has it. */
  at?: NoInfer<Step> | undefined;
  /** What opens the steps leaves the focus to the first of them. */
  first?: boolean;
  /** Where they begin, if those before it are answered already; `back` leads to them. */
  from?: NoInfer<Step>;
}

/**
 * The steps of a wizard by their names, in order, and the one that is open. A new one is scrolled to its `top`, which
 * takes the focus; so is one with something new said above it.
 */
export function useSteps<Step extends string, Said = string>(
  names: Readonly<Record<Step, string>>,
  { only = Object.keys(names) as Step[], at, first = false, from = only[0]! }: StepsOptions<Step> = {},
) {
  const [chosen, choose] = useState<Step>(from);
  const [said, say] = useState<Said>();
  const open = (next: Step): void => {
    say(undefined);
    choose(next);
  };
  const step = at ?? chosen;
  const current = only.indexOf(step);
  const settled = useSettled(step);
  const top = useRef<HTMLElement | null>(null);
  const read = useRef(first ? undefined : step);
  useEffect(() => {
    if (read.current === step && said === undefined) return;
    read.current = step;
    top.current?.scrollIntoView({ block: 'start' });
    top.current?.focus({ preventScroll: true });
  }, [step, said]);

  const by = (offset: number) => () => open(only[current + offset] ?? step);
  return {
    step,
    open,
    /** What is said above the open step, e.g. why it does not go on. */
    said,
    say,
    next: by(1),
    /** Undefined at the first step. */
    back: current > 0 ? by(-1) : undefined,
    /** The step has been open long enough for its button to be meant. */
    settled,
    /** The ref of the element that a new step begins with. */
    top: (element: HTMLElement | null): void => void (top.current = element),
    /** For `WizardProgress`: the names, and the index of the current one. */
    progress: { steps: only.map((one) => names[one]), current },
  };
}

export type Steps<Step extends string, Said = string> = ReturnType<typeof useSteps<Step, Said>>;
