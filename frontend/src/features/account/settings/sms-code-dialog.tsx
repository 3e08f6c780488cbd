import { CodeForm } from '../code-form';
import { Dialog } from '../../../ui/dialog';

interface SmsCodeDialogProps {
  phoneNumber: string;
  onVerify: (code: string) => Promise<void>;
  onResend: () => Promise<void>;
  onClose: () => void;
}

/** The code that was just sent switches the second step on. */
export function SmsCodeDialog({ phoneNumber, onVerify, onResend, onClose }: SmsCodeDialogProps) {
  const verify = async (code: string): Promise<void> => {
    await onVerify(code);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title="SMS認証">
      <CodeForm
        label="認証コード（SMS）"
        submitLabel="認証"
        refused="認証に失敗しました"
        onSubmit={verify}
        onResend={onResend}
        onCancel={onClose}
      >
        <p className="text-ink-soft">
          <strong className="font-semibold text-ink tabular-nums">{phoneNumber}</strong>{' '}
          にSMSで送信した6桁の認証コードを入力してください。
        </p>
      </CodeForm>
    </Dialog>
  );
}
