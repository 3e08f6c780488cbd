import { Check } from 'lucide-react';

interface WizardProgressProps {
  steps: readonly string[];
  /** Index of the current step. */
  current: number;
}

/** The progress of a wizard: all step names on a desktop, "2 / 3" with one name on a phone. */
export function WizardProgress({ steps, current }: WizardProgressProps) {
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
