import { Check } from 'lucide-react';

interface NextStepsProps {
  steps: readonly { text: string; by?: string; state: 'done' | 'current' | 'later' }[];
  title?: string;
  className?: string;
}

const dots = {
  done: 'border-accent bg-accent text-on-accent',
  current: 'border-accent bg-surface',
  later: 'border-line-strong/40 bg-surface',
} as const;

/** What happens next, one line a step with its day, from top to bottom. */
export const NextSteps = ({ steps, title, className }: NextStepsProps) => (
  <div className={className}>
    {title && <h3 className="mb-3 font-semibold">{title}</h3>}
    <ol aria-label={title ?? '次の流れ'} className="space-y-2.5 text-sm">
      {steps.map(({ text, by, state }) => (
        <li key={text} aria-current={state === 'current' ? 'step' : undefined} className="flex gap-2.5">
          <span
            aria-hidden
            className={`mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border-2 ${dots[state]}`}
          >
            {state === 'done' && <Check strokeWidth={4} className="size-2.5" />}
          </span>
          <span className={`flex min-w-0 flex-wrap gap-x-2 ${state === 'current' ? 'font-semibold' : 'text-ink-soft'}`}>
            <span>{text}</span>
            {by && <span className="font-normal tabular-nums">{by}</span>}
          </span>
        </li>
      ))}
    </ol>
  </div>
);
