import { useState } from 'react';
import * as z from 'zod/mini';
import { smsPhoneSchema } from '#shared/model/phone';
import { phoneText } from '../../../lib/format';
import { CodeForm } from '../code-form';
import { Dialog } from '../../../ui/dialog';
import { useVerified, verifiedTitle, type Verify } from './recovery-codes';
import { Form, FormActions } from '../../../ui/form';
import { TextField } from '../../../ui/text-field';
import { useSubmitForm } from '../../../ui/use-submit-form';

interface SmsDialogProps {
  /** The profile's number, as typed in Japan. */
  phoneNumber: string | undefined;
  /** A code was sent to that number already: the dialog asks for the code at once. */
  codeSent?: boolean;
  onSend: (phoneNumber: string) => Promise<void>;
  onVerify: Verify;
  onClose: () => void;
}

/**
 * Asks for a number in international format and then for the code that was sent to it (spec 2, Security settings); at
 * last shows the recovery codes.
 */
export function SmsDialog({ phoneNumber, codeSent = false, onSend, onVerify, onClose }: SmsDialogProps) {
  const [number, setNumber] = useState(() =>
    codeSent || !phoneNumber ? (phoneNumber ?? '') : `+81${phoneNumber.slice(1)}`,
  );
  const [sent, setSent] = useState(codeSent);
  const { hold, verify, locked, recoveryCodes } = useVerified(onVerify, onClose);

  const send = async (to: string): Promise<void> => {
    setNumber(to);
    await hold(onSend(to));
    setSent(true);
  };
  const title = recoveryCodes ? verifiedTitle : codeSent ? 'SMS認証' : sent ? '認証コードの入力' : 'SMSによる2段階認証';
  return (
    <Dialog onClose={onClose} title={title} locked={locked}>
      {recoveryCodes ??
        (sent ? (
          <CodeForm
            label="認証コード（SMS）"
            submitLabel="認証する"
            refused="認証に失敗しました"
            onSubmit={verify}
            onResend={() => onSend(number)}
            {...(codeSent ? { onCancel: onClose } : { onCancel: () => setSent(false), cancelLabel: '戻る' })}
          >
            <p className="text-ink-soft">
              <strong className="font-semibold text-ink tabular-nums">{phoneText(number)}</strong>{' '}
              にSMSで送信した6桁の認証コードを入力してください。
            </p>
          </CodeForm>
        ) : (
          <SmsNumberForm initial={number} onSend={send} onCancel={onClose} />
        ))}
    </Dialog>
  );
}

const numberSchema = z.object({ phoneNumber: smsPhoneSchema });

interface SmsNumberFormProps {
  initial: string;
  /** Takes the number as it was typed. @throws {ApiFailure} which is shown under the field. */
  onSend: (typed: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the number that the codes go to (spec 5, MFA). */
function SmsNumberForm({ initial, onSend, onCancel }: SmsNumberFormProps) {
  const form = useSubmitForm(numberSchema, {
    defaultValues: { phoneNumber: initial },
    send: (_normalized, typed) => onSend(typed.phoneNumber.trim()),
    failed: { under: 'phoneNumber', refused: '認証コードを送信できませんでした' },
  });
  const typed = form.rhf.watch('phoneNumber');

  return (
    <Form form={form}>
      <p className="text-ink-soft">認証コードを受け取る携帯電話の番号です。プロフィールにも登録されます。</p>
      <TextField
        label="電話番号"
        required
        data-autofocus
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="例：09012345678"
        {...form.field('phoneNumber')}
      />
      <FormActions form={form} label="認証コードを送信" disabled={typed.trim() === ''} onCancel={onCancel} />
    </Form>
  );
}
