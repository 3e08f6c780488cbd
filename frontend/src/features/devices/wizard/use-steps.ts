import { useState } from 'react';

/** The steps of a wizard by their names, in order, and the one that is open. */
export function useSteps<Step extends string>(names: Readonly<Record<Step, string>>) {
  const order = Object.keys(names) as Step[];
  const [step, open] = useState<Step>(order[0]!);
  const current = order.indexOf(step);
  const by = (offset: number) => () => open(order[current + offset] ?? step);
  return {
    step,
    open,
    next: by(1),
    back: by(-1),
    /** For `WizardStep`. */
    frame: { steps: Object.values<string>(names), current },
  };
}
