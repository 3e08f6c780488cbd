import { QRCodeSVG } from 'qrcode.react';
import type { ResponseOf } from '#shared/contract/call';
import type { setUpTotp } from '#shared/contract/security';
import { CodeForm } from '../code-form';
import { Dialog } from '../../../ui/dialog';
import { useVerified, verifiedTitle, type Verify } from '../second-step/recovery-codes';
import { CopyButton } from '../../../ui/copy-button';
import { Folded } from '../../../ui/disclosure';

interface TotpDialogProps {
  setup: ResponseOf<typeof setUpTotp>;
  onVerify: Verify;
  onClose: () => void;
}

/**
 * QR code or secret into the app, the app's code back, and then the recovery codes, this once (decisions/second-step).
 */
export function TotpDialog({ setup, onVerify, onClose }: TotpDialogProps) {
  const { verify, locked, recoveryCodes } = useVerified(onVerify, onClose);
  return (
    <Dialog onClose={onClose} title={recoveryCodes ? verifiedTitle : '認証アプリの設定'} locked={locked}>
      {recoveryCodes ?? (
        <CodeForm
          label="認証コード（TOTP）"
          submitLabel="認証する"
          refused="認証に失敗しました"
          onSubmit={verify}
          onCancel={onClose}
          // On a phone the app comes first.
          focused={window.matchMedia('(min-width: 48rem)').matches}
        >
          <TotpSecret {...setup} />
        </CodeForm>
      )}
    </Dialog>
  );
}

/** Groups of four characters are easier to type. */
const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

const Code = ({ uri }: { uri: string }) => (
  // White around it in both themes: apps read dark on light only.
  <div className="mt-3 inline-block rounded-field border border-line bg-white p-4">
    <QRCodeSVG value={uri} size={168} level="M" title="認証アプリ用のQRコード" />
  </div>
);

/** The secret for the authenticator app: on a phone its own app first, which cannot scan the phone's screen. */
const TotpSecret = ({ secret, otpauthUri }: TotpDialogProps['setup']) => (
  <div>
    <p>
      認証アプリ<span className="md:hidden">に登録し</span>
      <span className="max-md:hidden">でQRコードを読み取り</span>、表示された6桁のコードを入力してください。
    </p>
    <a
      href={otpauthUri}
      className={`mt-3 inline-flex min-h-12 items-center rounded-field border border-line-strong/60 px-5 font-semibold
        md:hidden`}
    >
      この端末の認証アプリを開く
    </a>
    <div className="max-md:hidden">
      <Code uri={otpauthUri} />
    </div>
    <Folded label="別の方法で設定する" className="mt-1 -mb-2">
      <div className="mb-4 md:hidden">
        <p className="text-ink-soft">別の端末の認証アプリでQRコードを読み取ってください。</p>
        <Code uri={otpauthUri} />
      </div>
      <p className="text-ink-soft">次のセットアップキーをアプリに入力してください（種類：時間ベース）。</p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <code className="rounded-field bg-sunken px-3 py-2 font-mono text-base tracking-wide break-words">
          {inGroups(secret)}
        </code>
        <CopyButton text={secret} />
      </div>
    </Folded>
  </div>
);
