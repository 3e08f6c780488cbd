import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { phoneText } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { useIsImpersonated } from '../../../lib/session';
import { useAction } from '../../../ui/use-action';
import { useSecondStepSetting } from '../second-step/use-second-step-setting';
import { Alert, Skeleton } from '../../../ui/basics';
import { Card } from '../../../ui/content';
import { ReadFailure } from '../../../ui/read-states';
import { SwitchField } from '../../../ui/switch-field';
import { lazyDialog } from '../../../ui/lazy-dialog';

const SmsDialog = lazyDialog(() => import('../second-step/sms-dialog').then((module) => module.SmsDialog));

/** Switches the second step by SMS: on sends a code to the profile's number, off is immediate (spec 4, MFA switch). */
export function SecurityCard({ phoneNumber }: { phoneNumber: string | undefined }) {
  const { status, sendSms, confirmSms, disable, disabling } = useSecondStepSetting();
  const [asking, setAsking] = useState(false);
  const impersonated = useIsImpersonated();
  const [begin, beginning] = useAction(
    async () => {
      await sendSms(phoneNumber ?? '');
      setAsking(true);
    },
    { title: '認証コードを送信できませんでした' },
  );

  if (status.error && !status.data) return <ReadFailure read={status} title="セキュリティ設定の取得に失敗しました" />;

  const { enabled, method } = status.data ?? { enabled: false, method: null };
  const needsNumber = !enabled && !phoneNumber;

  const field = (
    <SwitchField
      label="2段階認証"
      description={
        method === 'totp'
          ? 'ログインのとき、認証アプリに表示されるコードも入力します。'
          : `ログインのとき、${phoneNumber ? `${phoneText(phoneNumber)} に` : ''}SMSで届くコードも入力します。`
      }
      checked={enabled}
      busy={beginning || disabling}
      disabled={needsNumber || impersonated}
      onChange={(on) => (on ? begin() : disable())}
      hint={
        needsNumber && (
          <Alert tone="info">
            <Link to={paths.profile} className="font-semibold underline underline-offset-4">
              プロフィールで電話番号を設定してください。
            </Link>
          </Alert>
        )
      }
    />
  );

  return (
    <Card title="セキュリティ">
      {status.data ? field : <Waiting>{field}</Waiting>}
      <Link
        to={paths.securitySettings}
        className={[
          '-mx-3 mt-5 -mb-3 flex min-h-14 py-2 items-center justify-between gap-4 rounded-field border-t',
          'border-transparent px-3 font-semibold text-accent-ink hover:bg-accent-soft',
        ].join(' ')}
      >
        <span>
          セキュリティの詳細設定
          <span className="block text-sm font-normal text-ink-soft">
            認証アプリ、リカバリーコード、ログイン中の端末
          </span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0" />
      </Link>
      {asking && (
        <SmsDialog
          phoneNumber={phoneNumber}
          codeSent
          onSend={sendSms}
          onVerify={confirmSms}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

/** A placeholder in the place of what is most likely to come, so that nothing below it moves. */
const Waiting = ({ children }: { children: ReactNode }) => (
  <div className="relative">
    <div inert aria-hidden className="invisible">
      {children}
    </div>
    <Skeleton lines={2} label="セキュリティ設定を読み込み中" className="absolute inset-0" />
  </div>
);
