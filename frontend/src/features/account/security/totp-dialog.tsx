import { useState } from 'react';
import type { ResponseOf } from '#shared/contract/call';
import type { setUpTotp } from '#shared/contract/security';
import { CodeForm, useHold } from '../code-form';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { RecoveryCodes } from './recovery-codes';
import { TotpSecret } from './totp-secret';

interface TotpDialogProps {
  setup: ResponseOf<typeof setUpTotp>;
  /** Switches the second step on. Returns the recovery codes; undefined if it is on and they are lost. */
  onVerify: (code: string) => Promise<readonly string[] | undefined>;
  onClose: () => void;
}

/**
 * QR code or secret into the app, the app's code back, and then the recovery codes, this once (decisions/second-step).
 */
export function TotpDialog({ setup, onVerify, onClose }: TotpDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const [lost, setLost] = useState(false);
  const { held, hold } = useHold();

  const verify = async (code: string): Promise<void> => {
    const recoveryCodes = await hold(onVerify(code));
    setCodes(recoveryCodes);
    setLost(recoveryCodes === undefined);
  };
  if (lost) return <CodesLost onClose={onClose} />;

  // The codes are never shown again: nothing closes the dialog while they may come, and then only the button that
  // confirms them.
  return (
    <Dialog
      onClose={onClose}
      title={codes ? 'リカバリーコード' : '認証アプリの設定'}
      locked={held || codes !== undefined}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onKept={onClose} />
      ) : (
        <CodeForm
          label="認証コード（TOTP）"
          submitLabel="認証"
          refused="認証に失敗しました"
          onSubmit={verify}
          onCancel={onClose}
        >
          <TotpSecret {...setup} />
        </CodeForm>
      )}
    </Dialog>
  );
}

/** The app is in use, and the response with the recovery codes never arrived. */
const CodesLost = ({ onClose }: Pick<TotpDialogProps, 'onClose'>) => (
  <Dialog onClose={onClose} title="認証アプリの設定" actions={<Button onClick={onClose}>閉じる</Button>}>
    <Alert live tone="warning" title="2段階認証は有効になっています">
      リカバリーコードは、設定した直後に一度だけ表示します。まだ保管していない場合は、2段階認証をいったん無効にして、認証アプリをもう一度設定してください。
    </Alert>
  </Dialog>
);
