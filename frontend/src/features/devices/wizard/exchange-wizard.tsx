import { useState } from 'react';
import { requestExchange } from '#shared/contract/device';
import { requestTexts, type ExchangeRequest } from '#shared/model/device';
import { exchangeIssues } from '#shared/model/record-system';
import { callApi } from '../../../lib/api';
import { useScrolledToEnd } from '../../../lib/use-scrolled-to-end';
import { exchangeTerms } from '../../../text/device-terms';
import { TextAreaField } from '../../../ui/text-area-field';
import { useAction } from '../../../ui/use-action';
import { IssueChoice } from './issue-choice';
import { Receipt } from './receipt';
import type { WizardProps } from './return-wizard';
import { SummaryList } from '../device/summary-list';
import { TermsBox } from './terms-box';
import { UnsureNotice } from './unsure-notice';
import { useSteps } from './use-steps';
import { useNotes } from './use-notes';
import { useSendRequest } from './use-send-request';
import { WizardStep } from './wizard-step';

const steps = {
  device: '対象の機器',
  issues: '不調の内容',
  check: '内容の確認',
  terms: '交換規約',
  receipt: '受付完了',
} as const;

/**
 * Exchange of a rented device (spec 4, 5, 9); sent by the button under the terms. Once accepted only its own button
 * closes it.
 */
export function ExchangeWizard({ device, customerId, onHold, onOutdated, onBack, onClose }: WizardProps) {
  const { step, open, next, back, frame } = useSteps(steps);
  const [issues, setIssues] = useState<ExchangeRequest['issues']>([]);
  const [missing, setMissing] = useState(false);
  const notes = useNotes();
  const reading = useScrolledToEnd<HTMLElement>();
  const { unsure, accepted, send } = useSendRequest(
    { title: '交換リクエストの送信に失敗しました', fallback: 'もう一度お試しください。' },
    onOutdated,
  );
  const on = { label: '次へ', onClick: next };

  const [submit, busy] = useAction(async () => {
    const body = { serialNumber: device.serialNumber, issues, customerId, ...(notes.text && { notes: notes.text }) };
    onHold(true);
    const done = await send(body, (options) => callApi(requestExchange, { body }, options));
    if (done) open('receipt');
    onHold(done);
  });
  const toBack = { onClick: back, disabled: busy };

  if (step === 'device') {
    return (
      <WizardStep key={step} {...frame} heading="この機器を交換しますか？" back={{ onClick: onBack }} next={on}>
        <SummaryList
          rows={{
            シリアル番号: <span className="text-lg font-bold tabular-nums">{device.serialNumber}</span>,
            店舗: device.store.name,
            お届け先: device.store.address || '未登録',
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
    return (
      <WizardStep
        key={step}
        {...frame}
        heading="どこの調子が悪いですか？"
        back={toBack}
        next={{ label: '次へ', onClick: checkAndGoOn }}
      >
        <IssueChoice
          legend="不調部分（複数選択できます）"
          options={exchangeIssues}
          chosen={issues}
          onChange={setIssues}
          problem={missing && issues.length === 0 ? { text: requestTexts.exchangeIssues } : undefined}
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
  if (step === 'check') {
    return (
      <WizardStep key={step} {...frame} heading="交換の内容をご確認ください" back={toBack} next={on}>
        <SummaryList
          rows={{
            シリアル番号: device.serialNumber,
            店舗: device.store.name,
            お届け先: device.store.address || '未登録',
            不調部分: issues.join('、'),
            補足: notes.text,
          }}
        />
      </WizardStep>
    );
  }
  if (step === 'terms' || !accepted) {
    return (
      <WizardStep
        key={step}
        {...frame}
        heading="交換規約をお読みください"
        back={toBack}
        next={{ label: '同意して交換を申し込む', onClick: submit, disabled: !reading.reachedEnd, busy }}
      >
        {unsure && <UnsureNotice />}
        <TermsBox terms={exchangeTerms} reading={reading} />
      </WizardStep>
    );
  }
  return (
    <WizardStep
      key={step}
      {...frame}
      heading="交換のお申し込みを受け付けました"
      next={{ label: '完了', onClick: onClose }}
    >
      <Receipt request={accepted}>
        整備済みの交換機を3営業日以内に発送します。到着から1週間以内に、お手元の機器をご返送ください。
      </Receipt>
    </WizardStep>
  );
}
