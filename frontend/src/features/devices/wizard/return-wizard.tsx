import { useState } from 'react';
import { Link } from 'react-router-dom';
import { returnDevice } from '#shared/contract/device';
import { requestTexts, returnReasons, type ReturnRequest } from '#shared/model/device';
import { callApi } from '../../../lib/api';
import { paths } from '../../../lib/paths';
import { useScrolledToEnd } from '../../../ui/reading-box';
import { useSubscription } from '../../../lib/use-shops';
import { returnTerms } from '../../../text/device-terms';
import { Alert } from '../../../ui/basics';
import { RadioCards } from '../../../ui/fields';
import {
  NotesField,
  useNotes,
  type Notes,
  WizardStep,
  type WizardStepProps,
  UnsureNotice,
  type WizardProps,
} from './wizard-step';
import { Receipt } from './receipt';
import { loweringText, ReduceChoice } from './reduce-choice';
import { DetailList } from '../../../ui/content';
import { TermsBox } from './terms-box';
import { StoreText } from '../device/store-text';
import { useSteps } from '../../../ui/steps';
import { useSendRequest } from './use-send-request';

const stepNames = {
  reason: '返却理由',
  check: '内容の確認',
  terms: '返却規約',
  address: 'お届け先の確認',
  receipt: '受付完了',
} as const;
const reasons = returnReasons.map((reason) => ({ value: reason, label: reason }));

/** What a return asks for, the step that is open, and the way to send it. */
function useReturn({ device, onHold, onOutdated }: WizardProps) {
  const steps = useSteps(stepNames, { first: true });
  const [reason, setReason] = useState<ReturnRequest['reason']>();
  const [reduces, setReduces] = useState(false);
  const notes = useNotes();
  const { send, ...sent } = useSendRequest({
    title: '返却処理エラー',
    fallback: '返却処理に失敗しました',
    onHold,
    onOutdated,
    onAccepted: () => steps.open('receipt'),
  });
  const submit = (): void => {
    if (!reason) return;
    const body = {
      serialNumber: device.serialNumber,
      stripeSubscriptionId: device.stripeSubscriptionId,
      reason,
      ...(notes.text && { additionalInfo: notes.text }),
      ...(reduces && { alsoReduce: true }),
    };
    send(body, (options) => callApi(returnDevice, { body }, options));
  };
  return { steps, reason, setReason, reduces, setReduces, notes, ...sent, submit };
}

/** Return of a rented device in five steps (spec 4, 5, 9); sent by the button of the fourth. */
export function ReturnWizard(props: WizardProps) {
  const { stripeSubscriptionId, store } = props.device;
  const { steps, reason, setReason, reduces, setReduces, notes, submit, busy, unsure, accepted } = useReturn(props);
  const { step } = steps;
  const frame = { steps, onBack: steps.back, onNext: steps.next };
  const reading = useScrolledToEnd();
  const found = useSubscription(stripeSubscriptionId);

  if (step === 'reason')
    return (
      <ReasonStep key={step} {...frame} onBack={props.onBack} reason={reason} onReason={setReason} notes={notes} />
    );
  if (step === 'check')
    return (
      <WizardStep key={step} {...frame} heading="返却の内容をご確認ください" ready={found.state !== 'loading'}>
        <DetailList framed rows={{ 店舗: store.name, 返却理由: reason, 補足: notes.text }} />
        <ReduceChoice found={found} reduces={reduces} onChange={setReduces} />
      </WizardStep>
    );
  if (step === 'terms')
    return (
      <WizardStep
        key={step}
        {...frame}
        heading="返却規約をお読みください"
        nextLabel="同意して次へ"
        ready={reading.reachedEnd}
      >
        <TermsBox terms={returnTerms} reading={reading} />
      </WizardStep>
    );
  if (step === 'address' || !accepted)
    return (
      <WizardStep
        key={step}
        {...frame}
        heading="返却用の箱のお届け先をご確認ください"
        nextLabel="返却を申し込む"
        onNext={submit}
        settled={steps.settled}
        busy={busy}
      >
        {unsure && <UnsureNotice />}
        <DetailList
          framed
          rows={{
            お届け先: (
              <>
                <StoreText store={store} />
                <Link to={paths.shop(props.customerId)} className="quiet-link -mb-2.5 -ml-2 px-2">
                  店舗情報で変更する
                </Link>
              </>
            ),
            箱の発送: '2〜3営業日で発送します',
          }}
        />
      </WizardStep>
    );
  return (
    <WizardStep
      key={step}
      steps={steps}
      heading="返却のお申し込みを受け付けました"
      nextLabel="完了"
      onNext={props.onClose}
    >
      <Receipt request={accepted} customerId={props.customerId}>
        <p>返却用の箱を2〜3営業日以内に発送します。届きましたら、デバイスと付属品をすべて入れてご返送ください。</p>
      </Receipt>
      {reduces && <p>{loweringText(found.state === 'found' ? found.subscription : undefined)}</p>}
    </WizardStep>
  );
}

interface ReasonStepProps extends Omit<WizardStepProps, 'heading' | 'children'> {
  reason: ReturnRequest['reason'] | undefined;
  onReason: (reason: ReturnRequest['reason']) => void;
  notes: Notes;
}

/** The reason and an optional note; the next step opens once a reason is chosen. */
function ReasonStep({ reason, onReason, notes, onNext, ...frame }: ReasonStepProps) {
  const [missing, setMissing] = useState(false);
  const checkAndGoOn: typeof onNext = () => {
    setMissing(!reason);
    if (!reason) return 'input';
    return notes.error ? 'textarea' : onNext();
  };
  return (
    <WizardStep {...frame} heading="返却の理由を教えてください" onNext={checkAndGoOn}>
      {missing && !reason && (
        <Alert live tone="danger" title={requestTexts.reason}>
          返却理由の選択は必須です。
        </Alert>
      )}
      <RadioCards legend="返却理由" legendHidden options={reasons} value={reason} onChange={onReason} />
      <NotesField notes={notes} />
    </WizardStep>
  );
}
