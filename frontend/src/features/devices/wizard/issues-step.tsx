import { useState } from 'react';
import type { ExchangeRequest } from '#shared/model/device';
import { Alert } from '../../../ui/basics';
import { IssueChoice } from './issue-choice';
import { NotesField, type Notes, WizardStep, type WizardStepProps } from './wizard-step';

/** Faults with which a device must not stay plugged in. */
const dangerous: ReadonlySet<string> = new Set<ExchangeRequest['issues'][number]>([
  'コンセントの端子が壊れた',
  '異常発熱する',
]);

/** In the middle of the dialog, where its buttons lie on nothing of it. */
const showAll = (alert: HTMLElement | null): void => alert?.scrollIntoView({ block: 'center' });

interface IssuesStepProps<Issue extends string> extends Omit<WizardStepProps, 'children'> {
  legend: string;
  options: readonly Issue[];
  chosen: readonly Issue[];
  onChange: (chosen: Issue[]) => void;
  /** Shown if nothing is chosen. */
  missing: { title?: string; text: string };
  notes: Notes;
}

/** The faults of the device, and an optional note; the next step opens once a fault is chosen. */
export function IssuesStep<Issue extends string>({
  legend,
  options,
  chosen,
  onChange,
  missing,
  notes,
  onNext,
  ...step
}: IssuesStepProps<Issue>) {
  const [checked, setChecked] = useState(false);
  const checkAndGoOn: typeof onNext = () => {
    setChecked(true);
    if (chosen.length === 0) return 'input';
    return notes.error ? 'textarea' : onNext();
  };
  return (
    <WizardStep {...step} onNext={checkAndGoOn}>
      <IssueChoice
        legend={legend}
        options={options}
        chosen={chosen}
        onChange={onChange}
        problem={checked && chosen.length === 0 ? missing : undefined}
      />
      {chosen.some((issue) => dangerous.has(issue)) && (
        <div ref={showAll}>
          <Alert live tone="warning" title="すぐに電源プラグを抜いてください">
            安全のため、担当者からの連絡があるまで使用しないでください。
          </Alert>
        </div>
      )}
      <NotesField notes={notes} help="いつから、どのような状態かをお書きいただくと、確認が早く進みます。" />
    </WizardStep>
  );
}
