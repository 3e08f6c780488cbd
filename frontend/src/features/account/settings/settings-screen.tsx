import { Link } from 'react-router-dom';
import { KeyRound, ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { updateProfile } from '#shared/contract/account';
import type { User } from '#shared/model/account';
import { deviceRequestLabels } from '#shared/model/device-request';
import { paths } from '../../../lib/paths';
import { useUser, useIsImpersonated } from '../../../lib/session';
import { useTheme } from '../../../lib/theme';
import { useContact } from '../../../lib/use-call';
import { Card, ContactLine } from '../../../ui/content';
import { Page } from '../../../ui/page';
import { SwitchField } from '../../../ui/switch-field';
import { Button, Alert, Skeleton, ReadFailure } from '../../../ui/basics';
import { lazyDialog } from '../../../ui/lazy-dialog';
import { callApi } from '../../../lib/api';
import { useAction } from '../../../ui/use-action';
import { readLocal, writeLocal } from '../../../lib/local-values';
import { secondStepText, useSecondStepSetting } from '../second-step/use-second-step-setting';

/** Four cards: notification, display, security, password (spec 2, Settings); below, terms and whom to call. */
export function SettingsScreen() {
  const { user } = useUser();
  const { theme, setTheme } = useTheme();
  const contact = useContact();
  if (!user) return null;
  return (
    <Page title="設定">
      <div className="space-y-6">
        <Card title="通知設定">
          <MailsSwitch user={user} />
        </Card>
        <Card title="表示設定">
          <div className="-my-2">
            <SwitchField
              label="ダークモード"
              checked={theme === 'dark'}
              onChange={(dark) => setTheme(dark ? 'dark' : 'light')}
            />
          </div>
        </Card>
        <SecurityCard phoneNumber={user.phoneNumber} />
        <PasswordCard />
        <footer className="space-y-3">
          <p className="flex flex-wrap gap-x-4">
            <Link to={paths.terms} className="quiet-link">
              利用規約
            </Link>
            <Link to={paths.privacy} className="quiet-link">
              プライバシーポリシー
            </Link>
          </p>
          <ContactLine contact={contact} />
        </footer>
      </div>
    </Page>
  );
}

const PasswordDialog = lazyDialog(() => import('./password-dialog').then((module) => module.PasswordDialog));

function PasswordCard() {
  const [open, setOpen] = useState(false);
  return (
    <Card title="パスワード" description="変更すると、ほかの端末はログアウトします。">
      <Button variant="secondary" Icon={KeyRound} disabled={useIsImpersonated()} onClick={() => setOpen(true)}>
        パスワードを変更
      </Button>
      {open && <PasswordDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}

/**
 * The mails about shipments and requests. The switch is kept on this device (spec 2), and with the account, because the
 * server sends them (decisions/mails).
 */
function MailsSwitch({ user }: { user: Pick<User, 'id' | 'newsMails'> }) {
  const key = `email-notifications:${user.id}`;
  const [change, busy] = useAction(
    async (newsMails: boolean) => {
      await callApi(updateProfile, { body: { newsMails } });
      writeLocal(key, newsMails ? 'on' : 'off');
    },
    { title: '設定を変更できませんでした' },
  );
  return (
    <SwitchField
      label="メール通知"
      description={
        `発送や${deviceRequestLabels.join('・')}の進み具合をお知らせします。` +
        'オフにしても、お支払いなど大切なメールは届きます。'
      }
      checked={user.newsMails ?? readLocal(key) !== 'off'}
      busy={busy}
      onChange={change}
    />
  );
}

const SmsDialog = lazyDialog(() => import('../second-step/sms-dialog').then((module) => module.SmsDialog));

/** Switches the second step by SMS: on sends a code to the profile's number, off is immediate (spec 4, MFA switch). */
function SecurityCard({ phoneNumber }: { phoneNumber: string | undefined }) {
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
      description={secondStepText(method, phoneNumber)}
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
          <span className="block text-sm font-normal text-ink-soft">認証アプリ・ログイン中の端末</span>
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
