import { useState } from 'react';
import type { ResponseOf } from '#shared/contract/call';
import { verifyTotp, type setUpTotp } from '#shared/contract/security';
import { callApi } from '../../../lib/api';
import { CodeForm } from '../code-form';
import { Dialog } from '../../../ui/dialog';
import { RecoveryCodes } from './recovery-codes';
import { TotpSecret } from './totp-secret';

interface TotpDialogProps {
  setup: ResponseOf<typeof setUpTotp>;
  /** The second step is on. */
  onEnabled: () => Promise<void>;
  onClose: () => void;
}

/** QR code or secret into the app, the app's code back, and then the recovery codes, this once (decision 014). */
export function TotpDialog({ setup, onEnabled, onClose }: TotpDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>();

  const verify = async (code: string): Promise<void> => {
    const { recoveryCodes } = await callApi(verifyTotp, { body: { code } });
    setCodes(recoveryCodes);
    await onEnabled();
  };

  // The codes are never shown again, so only the button that confirms them closes the dialog.
  return (
    <Dialog onClose={onClose} title={codes ? 'リカバリーコード' : '認証アプリの設定'} locked={codes !== undefined}>
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
