import { useState } from 'react';
import { requestRepair } from '#shared/contract/repair';
import { requestTexts, type RepairRequest } from '#shared/model/device';
import { repairIssues } from '#shared/model/record-system';
import { callApi } from '../../../lib/api';
import { TextAreaField } from '../../../ui/text-area-field';
import { useAction } from '../../../ui/use-action';
import { IssueChoice } from './issue-choice';
import { Receipt } from './receipt';
import type { WizardProps } from './return-wizard';
import { SummaryList } from '../device/summary-list';
import { UnsureNotice } from './unsure-notice';
import { useSteps } from './use-steps';
import { useNotes } from './use-notes';
import { useSendRequest } from './use-send-request';
import { WizardStep } from './wizard-step';

const steps = { device: '対象の機器', issues: '修理内容', check: '内容の確認', receipt: '受付完了' } as const;

/** Repair of a device that was bought (spec 4, 5, 9); sent by the button of the confirmation. */
export function RepairWizard({ device, onHold, onOutdated, onClose }: Omit<WizardProps, 'onBack' | 'customerId'>) {
  const { step, open, next, back, frame } = useSteps(steps);
  const [issues, setIssues] = useState<RepairRequest['issues']>([]);
  const [missing, setMissing] = useState(false);
  const notes = useNotes();
  const { unsure, accepted, send } = useSendRequest(
    { title: '修理申請エラー', fallback: '申請の送信に失敗しました。再度お試しください。' },
    onOutdated,
  );

  const [submit, busy] = useAction(async () => {
    const body = {
      serialNumber: device.serialNumber,
      issues,
      additionalInfo: notes.text,
      deviceType: 'purchased' as const,
    };
    onHold(true);
    if (await send(body, (options) => callApi(requestRepair, { body }, options))) open('receipt');
    onHold(false);
  });
  const toBack = { onClick: back, disabled: busy };

  if (step === 'device') {
    return (
      <WizardStep
        key={step}
        {...frame}
        heading="この機器の修理を申し込みますか？"
        next={{ label: '次へ', onClick: next }}
      >
        <SummaryList
          rows={{
            シリアル番号: <span className="text-lg font-bold tabular-nums">{device.serialNumber}</span>,
            店舗: device.store.name,
            住所: device.store.address,
          }}
        />
        <p className="phrased text-sm text-ink-soft">お手元の機器のシリアル番号と同じかどうか、お確かめください。</p>
      </WizardStep>
    );
  }
  if (step === 'issues') {
    const checkAndGoOn = (): void => {
      setMissing(issues.length === 0);
      if (issues.length > 0 && !notes.error) open('check');
    };
    const problem = { title: '修理内容を選択してください', text: requestTexts.repairIssues };
    return (
      <WizardStep
        key={step}
        {...frame}
        heading="どのような不具合がありますか？"
        back={toBack}
        next={{ label: '次へ', onClick: checkAndGoOn }}
      >
        <IssueChoice
          legend="不具合（複数選択できます）"
          options={repairIssues}
          chosen={issues}
          onChange={setIssues}
          problem={missing && issues.length === 0 ? problem : undefined}
        />
        <TextAreaField
          label="補足（任意）"
          help="いつから、どのような状態かをお書きいただくと、確認が早く進みます。"
          value={notes.typed}
          onChange={(event) => notes.setTyped(event.target.value)}
          error={notes.error}
        />
      </WizardStep>
    );
  }
  if (step === 'check' || !accepted) {
    return (
      <WizardStep
        key={step}
        {...frame}
        heading="修理の内容をご確認ください"
        back={toBack}
        next={{ label: '修理を申し込む', onClick: submit, busy }}
      >
        {unsure && <UnsureNotice />}
        <SummaryList
          rows={{
            シリアル番号: device.serialNumber,
            店舗: device.store.name,
            修理内容: issues.join('、'),
            補足: notes.text,
          }}
        />
        <p className="phrased text-sm text-ink-soft">
          お申し込みから2営業日以内に、担当者からご連絡します。修理の費用は、機器を確認したうえでお知らせします。
        </p>
      </WizardStep>
    );
  }
  return (
    <WizardStep key={step} {...frame} heading="修理申請を受け付けました" next={{ label: '閉じる', onClick: onClose }}>
      <Receipt request={accepted}>
        <p className="font-semibold">担当者から連絡いたします。</p>
        <p>2営業日以内にご連絡しますので、お待ちください。</p>
      </Receipt>
    </WizardStep>
  );
}
