import { useEffect, useRef, useState } from 'react';

/** A button may appear at the place of the one before it: a double click must not press both. In milliseconds. */
const settlesAfter = 500;

interface StepsOptions<Step extends string> {
  /** The steps that are needed; all by default. */
  only?: readonly Step[];
  /** The open step, if the browser's history has it. */
  at?: NoInfer<Step> | undefined;
  /** The text above the step, if any: with a new one, the step is read from its beginning again. */
  said?: unknown;
  /** What opens the steps leaves the focus to the first of them. */
  first?: boolean;
}

/**
 * The steps of a wizard by their names, in order, and the one that is open. A new one is scrolled to its `top`, which
 * takes the focus.
 */
export function useSteps<Step extends string>(
  names: Readonly<Record<Step, string>>,
  { only = Object.keys(names) as Step[], at, said, first = false }: StepsOptions<Step> = {},
) {
  const [chosen, open] = useState<Step>(only[0]!);
  const step = at ?? chosen;
  const current = only.indexOf(step);
  const [settled, setSettled] = useState<Step>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(step), settlesAfter);
    return () => {
      clearTimeout(timer);
      setSettled(undefined);
    };
  }, [step]);

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
    next: by(1),
    /** Undefined at the first step. */
    back: current > 0 ? by(-1) : undefined,
    /** The step has been open long enough for its button to be meant. */
    settled: settled === step,
    /** The ref of the element that a new step begins with. */
    top: (element: HTMLElement | null): void => void (top.current = element),
    /** For `WizardProgress`. */
    progress: { steps: only.map((one) => names[one]), current },
  };
}

export type Steps<Step extends string> = ReturnType<typeof useSteps<Step>>;
