import { phoneText } from '../../../lib/format';
import { MessageSquareText, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { setUpTotp, type getMfaStatus } from '#shared/contract/security';
import type { ResponseOf } from '#shared/contract/call';
import { callApi } from '../../../lib/api';
import { useIsImpersonated } from '../../../lib/session';
import { useAction } from '../../../ui/use-action';
import { useSecondStepSetting } from '../second-step/use-second-step-setting';
import { Badge, Card } from '../../../ui/content';
import { Button, Skeleton, ReadFailure } from '../../../ui/basics';
import { SwitchField } from '../../../ui/switch-field';
import { SecurityRow } from './security-row';
import { lazyDialog } from '../../../ui/lazy-dialog';

const SmsDialog = lazyDialog(() => import('../second-step/sms-dialog').then((module) => module.SmsDialog));
const TotpDialog = lazyDialog(() => import('./totp-dialog').then((module) => module.TotpDialog));

const inUse = <Badge tone="success">使用中</Badge>;

/**
 * Switches the second step on by SMS, or by an authenticator app, and off again at once (spec 2, Security settings).
 */
export function SecondStepCard({ phoneNumber }: { phoneNumber: string | undefined }) {
  const { status, sendSms, confirmSms, confirmTotp, disable, disabling } = useSecondStepSetting();
  const impersonated = useIsImpersonated();
  const [smsOpen, setSmsOpen] = useState(false);
  const [totp, setTotp] = useState<ResponseOf<typeof setUpTotp>>();
  const [prepareTotp, preparing] = useAction(async () => setTotp(await callApi(setUpTotp)), {
    title: '認証アプリの設定を始められませんでした',
  });

  if (status.error && !status.data) return <ReadFailure read={status} title="セキュリティ設定の取得に失敗しました" />;
  if (!status.data) {
    return (
      <Card title="2段階認証">
        <Skeleton lines={4} label="セキュリティ設定を読み込み中" />
      </Card>
    );
  }

  const { enabled, recoveryCodesLeft } = status.data;

  return (
    <Card title="2段階認証">
      <SwitchField
        label="2段階認証を使う"
        description="切り替えると、ほかの端末からログアウトされます。"
        checked={enabled}
        busy={disabling}
        disabled={preparing || impersonated}
        onChange={(on) => (on ? setSmsOpen(true) : disable())}
      />
      <Methods
        status={status.data}
        phoneNumber={phoneNumber}
        onSms={() => setSmsOpen(true)}
        onTotp={prepareTotp}
        disabled={disabling || impersonated}
        preparing={preparing}
      />
      {enabled && (
        <p className="mt-1 text-sm text-ink-soft">
          {`リカバリーコードは残り${recoveryCodesLeft}個です。`}
          認証方法を変更するときや、リカバリーコードを新しくするときは、いったん無効にしてください。
        </p>
      )}
      {smsOpen && (
        <SmsDialog phoneNumber={phoneNumber} onSend={sendSms} onVerify={confirmSms} onClose={() => setSmsOpen(false)} />
      )}
      {totp && <TotpDialog setup={totp} onVerify={confirmTotp} onClose={() => setTotp(undefined)} />}
    </Card>
  );
}

interface MethodsProps {
  status: ResponseOf<typeof getMfaStatus>;
  phoneNumber: string | undefined;
  onSms: () => void;
  onTotp: () => void;
  /** The second step is being switched off, or an administrator is signed in as the user. */
  disabled: boolean;
  /** The authenticator app's secret is being fetched. */
  preparing: boolean;
}

function Methods({ status, phoneNumber, onSms, onTotp, disabled, preparing }: MethodsProps) {
  const { enabled, method } = status;
  return (
    <ul aria-label="認証方法" className="mt-6 divide-y divide-line border-t border-line">
      <SecurityRow
        Icon={MessageSquareText}
        title="SMS"
        active={method === 'sms'}
        badges={method === 'sms' && inUse}
        text={
          method === 'sms' && phoneNumber
            ? `${phoneText(phoneNumber)} に届くコードを使います。`
            : '携帯電話に届くコード'
        }
      >
        {!enabled && (
          <Button variant="secondary" size="sm" aria-label="SMSを設定" disabled={disabled || preparing} onClick={onSms}>
            設定
          </Button>
        )}
      </SecurityRow>
      <SecurityRow
        Icon={Smartphone}
        title="認証アプリ"
        active={method === 'totp'}
        badges={method === 'totp' && inUse}
        text={method === 'totp' ? 'アプリに表示されるコードを使います。' : 'Google Authenticatorなど'}
      >
        {!enabled && (
          <Button
            variant="secondary"
            size="sm"
            aria-label="認証アプリを設定"
            disabled={disabled}
            busy={preparing}
            onClick={onTotp}
          >
            設定
          </Button>
        )}
      </SecurityRow>
    </ul>
  );
}
