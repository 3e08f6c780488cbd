import { useState } from 'react';
import { phoneText } from '../../../lib/format';
import { CodeForm, useHold } from '../code-form';
import { Dialog } from '../../../ui/dialog';
import { RecoveryCodes } from './recovery-codes';
import { SmsNumberForm } from './sms-number-form';

interface SmsDialogProps {
  /** The profile's number, as typed in Japan. */
  phoneNumber: string | undefined;
  /** A code was sent to that number already: the dialog asks for the code at once. */
  codeSent?: boolean;
  onSend: (phoneNumber: string) => Promise<void>;
  /** Switches the second step on. Returns the recovery codes; undefined if it is on and they are lost. */
  onVerify: (code: string) => Promise<readonly string[] | undefined>;
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
  const { held, hold } = useHold();

  const send = async (to: string): Promise<void> => {
    setNumber(to);
    await hold(onSend(to));
    setSent(true);
  };
  const [verified, setVerified] = useState<{ codes: readonly string[] | undefined }>();
  const verify = async (code: string): Promise<void> => setVerified({ codes: await hold(onVerify(code)) });

  const title = verified ? 'リカバリーコード' : codeSent ? 'SMS認証' : sent ? '認証コードの入力' : 'SMSによる2段階認証';
  return (
    <Dialog onClose={onClose} title={title} locked={held || verified?.codes !== undefined}>
      {verified ? (
        <RecoveryCodes codes={verified.codes} onKept={onClose} />
      ) : sent ? (
        <CodeForm
          label="認証コード（SMS）"
          submitLabel="認証"
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
      )}
    </Dialog>
  );
}
