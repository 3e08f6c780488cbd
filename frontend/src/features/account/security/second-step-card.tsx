import { useState } from 'react';
import { setUpTotp } from '#shared/contract/security';
import type { ResponseOf } from '#shared/contract/call';
import { callApi } from '../../../lib/api';
import { useIsImpersonated } from '../../../lib/session';
import { useAction } from '../../../ui/use-action';
import { secondStepText, useSecondStepSetting } from '../second-step/use-second-step-setting';
import { Card } from '../../../ui/content';
import { Button, Skeleton, ReadFailure } from '../../../ui/basics';
import { SwitchField } from '../../../ui/switch-field';
import { Folded } from '../../../ui/disclosure';
import { lazyDialog } from '../../../ui/lazy-dialog';

const SmsDialog = lazyDialog(() => import('../second-step/sms-dialog').then((module) => module.SmsDialog));
const TotpDialog = lazyDialog(() => import('./totp-dialog').then((module) => module.TotpDialog));

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
      <Card aria-label="2段階認証">
        <Skeleton lines={4} label="セキュリティ設定を読み込み中" />
      </Card>
    );
  }

  const { enabled, method, recoveryCodesLeft } = status.data;

  return (
    <Card aria-label="2段階認証">
      <SwitchField
        label="2段階認証を使う"
        description={`${secondStepText(method, phoneNumber)}切り替えると、ほかの端末はログアウトします。`}
        checked={enabled}
        busy={disabling}
        disabled={preparing || impersonated}
        onChange={(on) => (on ? setSmsOpen(true) : disable())}
      />
      {enabled ? (
        <Folded label={`認証方法の変更・リカバリーコード（残り${recoveryCodesLeft}個）`} className="mt-3 -mb-3">
          <p className="text-ink-soft">
            認証方法を変更するときや、リカバリーコードを新しくするときは、いったん無効にして設定し直してください。
          </p>
        </Folded>
      ) : (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4">
          <p className="text-sm text-ink-soft">認証アプリ（Google Authenticatorなど）も使えます。</p>
          <Button
            variant="secondary"
            size="sm"
            disabled={disabling || impersonated}
            busy={preparing}
            onClick={prepareTotp}
          >
            認証アプリを設定
          </Button>
        </div>
      )}
      {smsOpen && (
        <SmsDialog phoneNumber={phoneNumber} onSend={sendSms} onVerify={confirmSms} onClose={() => setSmsOpen(false)} />
      )}
      {totp && <TotpDialog setup={totp} onVerify={confirmTotp} onClose={() => setTotp(undefined)} />}
    </Card>
  );
}
