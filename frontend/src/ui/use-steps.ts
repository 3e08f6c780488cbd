import { useEffect, useRef, useState } from 'react';

/** A button may appear at the place of the one before it: a double click must not press both. In milliseconds. */
const settlesAfter = 500;

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
    /** What is said above the open step, e.g. why it does not go on. */
    said,
    say,
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

export type Steps<Step extends string, Said = string> = ReturnType<typeof useSteps<Step, Said>>;
