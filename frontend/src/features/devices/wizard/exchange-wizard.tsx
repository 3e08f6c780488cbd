import { useState } from 'react';
import { requestExchange } from '#shared/contract/device';
import { requestTexts, type ExchangeRequest } from '#shared/model/device';
import { exchangeIssues } from '#shared/model/record-system';
import { callApi } from '../../../lib/api';
import { useScrolledToEnd } from '../../../ui/reading-box';
import { exchangeTerms } from '../../../text/device-terms';
import { useNotes, WizardStep, UnsureNotice, type WizardProps } from './wizard-step';
import { FaultSteps } from './fault-steps';
import { Receipt } from './receipt';
import { DetailList } from '../../../ui/content';
import { TermsBox } from './terms-box';
import { StoreText } from '../device/store-text';
import { useSteps } from '../../../ui/steps';
import { useSendRequest } from './use-send-request';

const stepNames = {
  device: '対象のデバイス',
  issues: '不調の内容',
  check: '内容の確認',
  terms: '交換規約',
  receipt: '受付完了',
} as const;

const words = {
  device: 'このデバイスを交換しますか？',
  issues: 'どこの調子が悪いですか？',
  place: 'お届け先',
} as const;

/** What an exchange asks for, the step that is open, and the way to send it. */
function useExchange({ device, customerId, onHold, onOutdated }: WizardProps) {
  const steps = useSteps(stepNames, { first: true, from: 'issues' });
  const [issues, setIssues] = useState<ExchangeRequest['issues']>([]);
  const notes = useNotes();
  const { send, ...sent } = useSendRequest({
    title: '交換リクエストの送信に失敗しました',
    fallback: 'もう一度お試しください。',
    onHold,
    onOutdated,
    onAccepted: () => {
      steps.open('receipt');
      onHold(true);
    },
  });
  const submit = (): void => {
    const body = { serialNumber: device.serialNumber, issues, customerId, ...(notes.text && { notes: notes.text }) };
    send(body, (options) => callApi(requestExchange, { body }, options));
  };
  return { steps, issues, setIssues, notes, ...sent, submit };
}

/**
 * Exchange of a rented device (spec 4, 5, 9); sent by the button under the terms. Once accepted only its own button
 * closes it. Which device is answered by the one that was pressed.
 */
export function ExchangeWizard(props: WizardProps) {
  const { device, customerId, onBack, onClose } = props;
  const { steps, issues, setIssues, notes, submit, busy, unsure, accepted } = useExchange(props);
  const { step } = steps;
  const reading = useScrolledToEnd();

  if (step === 'device' || step === 'issues')
    return (
      <FaultSteps
        key={step}
        steps={steps}
        device={device}
        words={words}
        options={exchangeIssues}
        chosen={issues}
        onChange={setIssues}
        missing={{ text: requestTexts.exchangeIssues }}
        notes={notes}
        onBack={onBack}
      />
    );
  if (step === 'check')
    return (
      <WizardStep key={step} steps={steps} heading="交換の内容をご確認ください" onBack={steps.back} onNext={steps.next}>
        <DetailList
          framed
          rows={{
            お届け先: <StoreText store={device.store} />,
            不調部分: issues.join('、'),
            補足: notes.text,
          }}
        />
      </WizardStep>
    );
  if (step === 'terms' || !accepted)
    return (
      <WizardStep
        key={step}
        steps={steps}
        heading="交換規約をお読みください"
        onBack={steps.back}
        nextLabel="同意して交換を申し込む"
        onNext={submit}
        ready={reading.reachedEnd}
        settled={steps.settled}
        busy={busy}
      >
        {unsure && <UnsureNotice />}
        <TermsBox terms={exchangeTerms} reading={reading} />
      </WizardStep>
    );
  return (
    <WizardStep key={step} steps={steps} heading="交換のお申し込みを受け付けました" nextLabel="完了" onNext={onClose}>
      <Receipt request={accepted} customerId={customerId}>
        <p>整備済みの交換機を3営業日以内に発送します。到着から1週間以内に、お手元のデバイスをご返送ください。</p>
      </Receipt>
    </WizardStep>
  );
}
