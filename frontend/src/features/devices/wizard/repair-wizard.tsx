import { useState } from 'react';
import { requestRepair } from '#shared/contract/repair';
import { requestTexts, type RepairRequest } from '#shared/model/device';
import { repairCalledWithin } from '#shared/model/device-request';
import { repairIssues } from '#shared/model/record-system';
import { callApi } from '../../../lib/api';
import { useNotes, WizardStep, UnsureNotice, type WizardProps } from './wizard-step';
import { FaultSteps } from './fault-steps';
import { Receipt } from './receipt';
import { DetailList } from '../../../ui/content';
import { useSteps } from '../../../ui/steps';
import { useSendRequest } from './use-send-request';

const stepNames = { device: '対象のデバイス', issues: '修理内容', check: '内容の確認', receipt: '受付完了' } as const;

const words = {
  device: 'このデバイスの修理を申し込みますか？',
  issues: 'どのような不具合がありますか？',
  place: '店舗',
} as const;

interface RepairWizardProps extends Omit<WizardProps, 'onBack' | 'customerId'> {
  onSent: () => void;
}

/** Repair of a device that was bought (spec 4, 5, 9); sent by the button of the confirmation. */
export function RepairWizard({ device, onHold, onOutdated, onSent, onClose }: RepairWizardProps) {
  const steps = useSteps(stepNames, { from: 'issues' });
  const { step } = steps;
  const [issues, setIssues] = useState<RepairRequest['issues']>([]);
  const notes = useNotes();
  const { send, busy, unsure, accepted } = useSendRequest({
    title: '修理申請エラー',
    fallback: '申請の送信に失敗しました。再度お試しください。',
    onHold,
    onOutdated,
    onAccepted: () => {
      onSent();
      steps.open('receipt');
    },
  });
  const submit = (): void => {
    const { serialNumber } = device;
    const body = { serialNumber, issues, additionalInfo: notes.text, deviceType: 'purchased' as const };
    send(body, (options) => callApi(requestRepair, { body }, options));
  };

  if (step === 'device' || step === 'issues')
    return (
      <FaultSteps
        key={step}
        steps={steps}
        device={device}
        words={words}
        options={repairIssues}
        chosen={issues}
        onChange={setIssues}
        missing={{ title: '修理内容を選択してください', text: requestTexts.repairIssues }}
        notes={notes}
      />
    );
  if (step === 'check' || !accepted)
    return (
      <WizardStep
        key={step}
        steps={steps}
        heading="修理の内容をご確認ください"
        onBack={steps.back}
        nextLabel="修理を申し込む"
        onNext={submit}
        settled={steps.settled}
        busy={busy}
      >
        {unsure && <UnsureNotice />}
        <DetailList
          framed
          rows={{
            店舗: device.store.name,
            修理内容: issues.join('、'),
            補足: notes.text,
          }}
        />
        <p className="text-sm text-ink-soft">
          お申し込みから{repairCalledWithin}
          営業日以内に、担当者からご連絡します。修理の費用は、デバイスを確認したうえでお知らせします。
        </p>
      </WizardStep>
    );
  return (
    <WizardStep key={step} steps={steps} heading="修理申請を受け付けました" nextLabel="完了" onNext={onClose}>
      <Receipt request={accepted}>
        <p>
          <strong className="block font-semibold">担当者から連絡いたします。</strong>
          {repairCalledWithin}営業日以内の予定です。
        </p>
      </Receipt>
    </WizardStep>
  );
}
