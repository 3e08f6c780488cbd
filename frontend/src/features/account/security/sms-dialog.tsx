import { useState } from 'react';
import { CodeForm } from '../code-form';
import { Dialog } from '../../../ui/dialog';
import { SmsNumberForm } from './sms-number-form';

interface SmsDialogProps {
  /** The profile's number, as typed in Japan. */
  phoneNumber: string | undefined;
  onSend: (phoneNumber: string) => Promise<void>;
  onVerify: (code: string) => Promise<void>;
  onClose: () => void;
}

/** First the number, in international format, then the code that was sent there (spec 2, Security settings). */
export function SmsDialog({ phoneNumber, onSend, onVerify, onClose }: SmsDialogProps) {
  const [number, setNumber] = useState(phoneNumber ? `+81${phoneNumber.slice(1)}` : '');
  const [sent, setSent] = useState(false);

  const send = async (to: string): Promise<void> => {
    setNumber(to);
    await onSend(to);
    setSent(true);
  };
  const verify = async (code: string): Promise<void> => {
    await onVerify(code);
    onClose();
  };

  return (
    <Dialog open onClose={onClose} title={sent ? '認証コードの入力' : 'SMSによる2段階認証'}>
      {sent ? (
        <CodeForm
          label="認証コード（SMS）"
          submitLabel="認証"
          refused="認証に失敗しました"
          onSubmit={verify}
          onResend={() => onSend(number)}
          onCancel={() => setSent(false)}
          cancelLabel="戻る"
        >
          <p className="text-ink-soft">
            <strong className="font-semibold text-ink tabular-nums">{number}</strong>{' '}
            にSMSで送信した6桁の認証コードを入力してください。
          </p>
        </CodeForm>
      ) : (
        <SmsNumberForm initial={number} onSend={send} onCancel={onClose} />
      )}
    </Dialog>
  );
}
