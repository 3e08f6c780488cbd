import { useId, useRef, type ReactNode, useState } from 'react';
import { longestNote, requestTexts, type Device } from '#shared/model/device';
import { Button, Alert } from '../../../ui/basics';
import { useDialogStep } from '../../../ui/dialog';
import { TextAreaField } from '../../../ui/fields';
import type { Steps } from '../../../ui/steps';

export interface WizardStepProps {
  steps: Pick<Steps<string>, 'progress' | 'top'>;
  heading: string;
  children: ReactNode;
  onBack?: (() => void) | undefined;
  nextLabel?: string;
  /** Returns what lacks, if the step cannot be left: the first such field gets the focus. */
  onNext: () => 'input' | 'textarea' | void;
  /** False while the step's own conditions are not met. */
  ready?: boolean;
  settled?: boolean;
  /** The request is being sent: there is no way back or on. */
  busy?: boolean;
}

/** One question of a wizard: the progress, the question, the buttons back and next. */
export function WizardStep({
  steps: { progress, top },
  heading,
  children,
  onBack,
  nextLabel = '次へ',
  onNext,
  ready = true,
  settled = true,
  busy = false,
}: WizardStepProps) {
  useDialogStep(busy ? undefined : onBack);
  const section = useRef<HTMLElement>(null);
  const id = useId();
  return (
    <section ref={section} aria-labelledby={id}>
      <StepProgress {...progress} />
      <h3 ref={top} id={id} tabIndex={-1} className="scroll-mt-20 text-xl leading-snug font-bold outline-none">
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
          <Button variant="quiet" className="-ml-5" disabled={busy} onClick={onBack}>
            戻る
          </Button>
        ) : (
          <span className="hidden sm:inline" />
        )}
        <Button
          className={onBack ? 'flex-1 sm:flex-none' : 'w-full sm:w-auto'}
          disabled={!ready}
          settled={settled}
          busy={busy}
          onClick={({ detail }) => {
            // The second press of a double click is not meant for the step that the first one opened.
            if (detail > 1) return;
            const lacks = onNext();
            if (lacks) section.current?.querySelector<HTMLElement>(lacks)?.focus();
          }}
        >
          {nextLabel}
        </Button>
      </div>
    </section>
  );
}

/** The field of an optional note. */
export const NotesField = ({ notes, help }: { notes: Notes; help?: string }) => (
  <TextAreaField
    label="補足（任意）"
    help={help}
    value={notes.typed}
    onChange={(event) => notes.setTyped(event.target.value)}
    error={notes.error}
  />
);

export type Notes = ReturnType<typeof useNotes>;

/** An optional note as `typed`, and its `text` without blanks around it, as it is sent (spec 5, Exchange). */
export function useNotes() {
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  return { typed, setTyped, text, error: text.length > longestNote ? requestTexts.notes : undefined };
}

/** How far a wizard is, in percent (spec 4, Return wizard: 20/40/60/80/100%); its heading names the step. */
function StepProgress({ steps, current }: Steps<string>['progress']) {
  const percent = Math.round(((current + 1) / steps.length) * 100);
  const name = steps[current] ?? '';
  return (
    <div className="mb-4 flex items-center gap-2">
      <progress
        className="sr-only"
        aria-label="お手続きの進み具合"
        aria-valuetext={`${steps.length}ステップ中${current + 1}：${name}（${percent}%）`}
        value={percent}
        max={100}
      />
      {steps.map((step, index) => (
        <span
          key={step}
          aria-hidden
          className={`h-1.5 flex-1 rounded-full transition-colors ${index <= current ? 'bg-accent' : 'bg-line'}`}
        />
      ))}
      <span aria-hidden className="w-9 text-right text-xs text-ink-soft tabular-nums">
        {percent}%
      </span>
    </div>
  );
}

/** Shown after an attempt whose response was lost: sending again is safe. */
export const UnsureNotice = () => (
  <Alert live tone="warning" title="受け付けを確認できませんでした">
    通信が途切れた可能性があります。このままもう一度送信してください。すでに受け付けられていた場合も、二重に登録されることはありません。
  </Alert>
);

/** The props of the wizard of each kind of device request. */
export interface WizardProps {
  device: Device;
  /** The shop that has the device. */
  customerId: string;
  /** While something is sent, the dialog stays open. */
  onHold: (held: boolean) => void;
  /** The device has changed: it was locked meanwhile, or no longer exists. */
  onOutdated: () => void;
  onBack: () => void;
  onClose: () => void;
}
