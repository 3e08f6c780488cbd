import { useState } from 'react';
import type { ResponseOf } from '#shared/contract/call';
import type { setUpTotp } from '#shared/contract/security';
import { CodeForm, useHold } from '../code-form';
import { Dialog } from '../../../ui/dialog';
import { RecoveryCodes } from '../second-step/recovery-codes';
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
  const [verified, setVerified] = useState<{ codes: readonly string[] | undefined }>();
  const { held, hold } = useHold();

  const verify = async (code: string): Promise<void> => setVerified({ codes: await hold(onVerify(code)) });

  // The codes are never shown again: nothing closes the dialog while they may come, and then only the button that
  // confirms them.
  return (
    <Dialog
      onClose={onClose}
      title={verified ? 'リカバリーコード' : '認証アプリの設定'}
      locked={held || verified?.codes !== undefined}
    >
      {verified ? (
        <RecoveryCodes codes={verified.codes} onKept={onClose} />
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
