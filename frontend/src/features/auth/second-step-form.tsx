import { useState, type ComponentProps, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { verifyMfa } from '#shared/contract/auth';
import type { RequestOf } from '#shared/contract/call';
import { secondStepLifetime } from '#shared/constants';
import { recoveryCodeSchema, signInCodeSchema } from '#shared/model/account';
import { callApi, failedWith, failureText, unexpectedText } from '../../lib/api';
import { useSessionChanges } from '../../lib/session';
import { useContact } from '../../lib/use-call';
import { useTimeout } from '../../lib/use-timeout';
import { useWantedPlace } from '../../lib/wanted-place';
import { Button } from '../../ui/basics';
import { ContactLine } from '../../ui/content';
import { Folded } from '../../ui/disclosure';
import { CodeField } from '../../ui/fields';
import { Form } from '../../ui/form';
import { TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast';
import { useAction } from '../../ui/use-action';
import { useSubmitForm } from '../../ui/use-submit-form';
import { AuthHeading } from '../../ui/page';

/** The second step of a sign-in that has passed its first. */
export interface Challenge {
  mfaType: 'sms' | 'totp';
  /** The last digits of the number that got the SMS, as far as the server says. */
  lastDigits?: string;
  /** Has another SMS sent. @throws {ApiFailure} if none was sent. */
  sendAgain: () => Promise<void>;
}

const words = {
  sms: { label: '認証コード（SMS）', text: 'SMSで届いた6桁の認証コードを入力してください。' },
  totp: { label: '認証コード（TOTP）', text: '認証アプリの6桁のコードを入力してください。' },
} as const;

interface SecondStepFormProps {
  challenge: Challenge;
  onBack: (why?: string) => void;
}

/** The second step of a sign-in (spec 2, Login); a user who has lost the app or the number enters a recovery code. */
export function SecondStepForm({ challenge, onBack }: SecondStepFormProps) {
  const [recovering, setRecovering] = useState(false);
  if (recovering) return <RecoveryCodeStep onOther={() => setRecovering(false)} onBack={onBack} />;
  return <CodeStep challenge={challenge} onBack={onBack} onOther={() => setRecovering(true)} />;
}

interface StepProps extends Pick<SecondStepFormProps, 'onBack'> {
  onOther: () => void;
}

const codeSchema = z.object({ code: signInCodeSchema });

function CodeStep({ challenge, onBack, onOther }: SecondStepFormProps & StepProps) {
  const { mfaType, lastDigits, sendAgain } = challenge;
  const form = useSubmitForm(codeSchema, { defaultValues: { code: '' }, focusFirst: true, ...useSecondStep(onBack) });
  return (
    <Step
      form={form}
      text={
        <>
          {lastDigits && `末尾${lastDigits}の番号に`}
          {words[mfaType].text}
          {mfaType === 'sms' && `${secondStepLifetime / 60}分間有効です。`}
        </>
      }
      field={<CodeField label={words[mfaType].label} {...form.field('code')} />}
      other="リカバリーコードを使う"
      onOther={onOther}
      onBack={onBack}
    >
      {mfaType === 'sms' && <SmsHelp sendAgain={sendAgain} onSent={() => form.rhf.setFocus('code')} />}
    </Step>
  );
}

const recoverySchema = z.object({ recoveryCode: recoveryCodeSchema });

function RecoveryCodeStep({ onOther, onBack }: StepProps) {
  const form = useSubmitForm(recoverySchema, {
    defaultValues: { recoveryCode: '' },
    focusFirst: true,
    ...useSecondStep(onBack),
  });
  return (
    <Step
      form={form}
      text="2段階認証の設定時に保管したリカバリーコードを、ひとつ入力してください。使ったコードは無効になります。"
      field={
        <TextField
          label="リカバリーコード"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={11}
          placeholder="XXXXX-XXXXX"
          className="text-center font-mono text-lg font-semibold tracking-widest uppercase placeholder:font-normal"
          {...form.field('recoveryCode')}
        />
      }
      other="認証コードを使う"
      onOther={onOther}
      onBack={onBack}
    />
  );
}

interface FrameProps extends StepProps, Pick<ComponentProps<typeof Form>, 'form'> {
  text: ReactNode;
  field: ReactNode;
  other: string;
  children?: ReactNode;
}

/** What both ways have in common: the heading, a field, its button, and the ways out. */
const Step = ({ form, text, field, other, onOther, onBack, children }: FrameProps) => (
  <>
    <AuthHeading title="2段階認証">{text}</AuthHeading>
    <Form form={form}>
      {field}
      <Button type="submit" block busy={form.busy}>
        認証する
      </Button>
      {children}
      <div className="-mb-3 space-y-1">
        <Button variant="quiet" block onClick={onOther}>
          {other}
        </Button>
        <Button variant="quiet" block onClick={() => onBack()}>
          ログイン画面に戻る
        </Button>
      </div>
    </Form>
  </>
);

const texts = { refused: '認証に失敗しました', unreachable: unexpectedText };

/**
 * `send` and `failed` of a form that asks for the second step. A success leads to the place that was asked for, or
 * home. If the server has forgotten the first step, `onBack` gets the reason, because the user must repeat that step.
 */
function useSecondStep(onBack: (why?: string) => void) {
  const navigate = useNavigate();
  const wanted = useWantedPlace();
  const { signedIn } = useSessionChanges();
  return {
    send: async (body: RequestOf<typeof verifyMfa>['body']): Promise<void> => {
      await callApi(verifyMfa, { body });
      await signedIn();
      await navigate(wanted, { replace: true });
    },
    failed: (error: unknown) => {
      if (!failedWith(error, 'CHALLENGE_EXPIRED')) return texts;
      onBack(failureText(error, texts));
      return undefined;
    },
  };
}

/** An SMS takes a while: only then another one is offered, in milliseconds. */
const resendAfter = 30_000;

interface SmsHelpProps {
  /** @throws {ApiFailure} if no SMS was sent. */
  sendAgain: () => Promise<void>;
  onSent: () => void;
}

/** For a code that does not arrive: another SMS, and the ways in without it. */
function SmsHelp({ sendAgain, onSent }: SmsHelpProps) {
  const contact = useContact();
  const [waiting, setWaiting] = useState(true);
  useTimeout(() => setWaiting(false), waiting ? resendAfter : null);
  const [resend, busy] = useAction(
    async () => {
      await sendAgain();
      setWaiting(true);
      showToast({ tone: 'success', title: '認証コードを再送信しました', description: 'SMSをご確認ください。' });
      return onSent;
    },
    { title: 'エラー', refused: '認証コードの再送信に失敗しました' },
  );
  return (
    <Folded label="コードが届かないとき" className="-mt-2">
      <div className="space-y-3 text-ink-soft">
        <Button variant="secondary" block busy={busy} disabled={waiting} onClick={resend}>
          {waiting ? 'コードを再送信（30秒後から）' : 'コードを再送信'}
        </Button>
        <ul className="list-disc space-y-1.5 pl-5">
          <li>電波の届く場所か、SMSの受信拒否を設定していないかをご確認ください。</li>
          <li>電話番号が変わったときや携帯電話を使えないときは、下の担当者までご連絡ください。</li>
        </ul>
        <ContactLine contact={contact} />
      </div>
    </Folded>
  );
}
