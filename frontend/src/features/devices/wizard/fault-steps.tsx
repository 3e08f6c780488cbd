import { useId, useState } from 'react';
import type { Device, ExchangeRequest } from '#shared/model/device';
import { Alert } from '../../../ui/basics';
import { DetailList } from '../../../ui/content';
import { CheckboxField } from '../../../ui/fields';
import type { Steps } from '../../../ui/steps';
import { StoreText } from '../device/store-text';
import { NotesField, type Notes, WizardStep } from './wizard-step';

/** Faults with which a device must not stay plugged in. */
const dangerous: ReadonlySet<string> = new Set<ExchangeRequest['issues'][number]>([
  'コンセントの端子が壊れた',
  '異常発熱する',
]);

/** In the middle of the dialog, where its buttons lie on nothing of it. */
const showAll = (alert: HTMLElement | null): void => alert?.scrollIntoView({ block: 'center' });

interface FaultStepsProps<Issue extends string> {
  steps: Pick<Steps<string>, 'step' | 'next' | 'back' | 'progress' | 'top'>;
  device: Device;
  /** `place`: what the device's shop is to the request. */
  words: Readonly<Record<'device' | 'issues' | 'place', string>>;
  options: readonly Issue[];
  chosen: readonly Issue[];
  onChange: (chosen: Issue[]) => void;
  missing: { title?: string; text: string };
  notes: Notes;
  onBack?: () => void;
}

/**
 * The first steps of an exchange and of a repair, each under its own key: whether it is the right device, and what its
 * faults are, one or more in the list's order, with an optional note.
 */
export function FaultSteps<Issue extends string>(props: FaultStepsProps<Issue>) {
  const { steps, device, words, options, chosen, onChange, missing, notes, onBack } = props;
  const [checked, setChecked] = useState(false);
  const id = useId();
  if (steps.step === 'device')
    return (
      <WizardStep steps={steps} heading={words.device} onBack={onBack} onNext={steps.next}>
        <DetailList
          framed
          rows={{
            シリアル番号: <span className="text-lg font-bold tabular-nums">{device.serialNumber}</span>,
            [words.place]: <StoreText store={device.store} />,
          }}
        />
        <p className="text-sm text-ink-soft">お手元のデバイスのシリアル番号と同じかどうか、お確かめください。</p>
      </WizardStep>
    );
  const checkAndGoOn = () => {
    setChecked(true);
    if (chosen.length === 0) return 'input';
    return notes.error ? 'textarea' : steps.next();
  };
  const lacks = checked && chosen.length === 0;
  return (
    <WizardStep steps={steps} heading={words.issues} onBack={steps.back} onNext={checkAndGoOn}>
      <fieldset aria-label={words.issues} aria-describedby={id}>
        <legend id={id} className="mb-2 text-sm text-ink-soft">
          複数選択できます
        </legend>
        {lacks && (
          <Alert className="mb-3" live tone="danger" {...(missing.title !== undefined && { title: missing.title })}>
            {missing.text}
          </Alert>
        )}
        <div className="grid gap-3 sm:grid-cols-2">
          {options.map((issue) => (
            <CheckboxField
              key={issue}
              label={<span className="phrased">{issue}</span>}
              checked={chosen.includes(issue)}
              onChange={({ target }) =>
                onChange(options.filter((option) => (option === issue ? target.checked : chosen.includes(option))))
              }
              aria-invalid={lacks || undefined}
              className={[
                'rounded-field border border-line-strong/60 px-2.5 transition-colors',
                'has-checked:border-accent has-checked:bg-accent-soft',
              ].join(' ')}
            />
          ))}
        </div>
      </fieldset>
      {chosen.some((issue) => dangerous.has(issue)) && (
        <div ref={showAll}>
          <Alert live tone="warning" title="すぐに電源プラグを抜いてください">
            安全のため、担当者からの連絡があるまで使用しないでください。
          </Alert>
        </div>
      )}
      <NotesField notes={notes} help="いつから、どのような状態かをお書きください。" />
    </WizardStep>
  );
}
