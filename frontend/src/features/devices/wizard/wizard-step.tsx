import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from '../../../ui/button';
import { useDialogStep } from '../../../ui/dialog-step';
import { StepProgress } from './step-progress';

export interface WizardStepProps {
  steps: readonly string[];
  /** Index of this step. */
  current: number;
  heading: string;
  children: ReactNode;
  onBack?: () => void;
  nextLabel?: string;
  onNext: () => void;
  /** False while the step's own conditions are not met. */
  ready?: boolean;
  /** The request is being sent: there is no way back or on. */
  busy?: boolean;
}

/**
 * One question of a wizard: the progress, the question, the buttons back and next. Opening it moves focus and view to
 * its beginning.
 */
export function WizardStep({
  steps,
  current,
  heading,
  children,
  onBack,
  nextLabel = '次へ',
  onNext,
  ready = true,
  busy = false,
}: WizardStepProps) {
  useDialogStep(busy ? undefined : onBack);
  const top = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'start' });
    top.current?.querySelector('h3')?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={top} aria-labelledby={id} className="scroll-mt-2">
      <StepProgress steps={steps} current={current} />
      <h3 id={id} tabIndex={-1} className="text-xl leading-snug font-bold outline-none">
        {heading}
      </h3>
      <div className="mt-4 space-y-5">{children}</div>
      <div
        className={[
          'sticky -bottom-6 z-10 -mx-5 mt-6 -mb-6 flex justify-between gap-3 border-t border-line bg-surface px-5',
          'pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] sm:-mx-7 sm:rounded-b-card sm:px-7',
        ].join(' ')}
      >
        {onBack ? (
          <Button variant="quiet" disabled={busy} onClick={onBack}>
            戻る
          </Button>
        ) : (
          <span className="hidden sm:inline" />
        )}
        <Button
          className={onBack ? 'flex-1 sm:flex-none' : 'w-full sm:w-auto'}
          disabled={!ready}
          busy={busy}
          onClick={onNext}
        >
          {nextLabel}
        </Button>
      </div>
    </section>
  );
}
