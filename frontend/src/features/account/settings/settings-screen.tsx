import { Link } from 'react-router-dom';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { updateProfile } from '#shared/contract/account';
import type { User } from '#shared/model/account';
import { deviceRequestLabels } from '#shared/model/device-request';
import { paths } from '../../../lib/paths';
import { useUser, useIsImpersonated } from '../../../lib/session';
import { useTheme } from '../../../lib/theme';
import { useContact } from '../../../lib/use-contact';
import { Card } from '../../../ui/content';
import { ContactLine } from '../../../ui/contact-line';
import { Page } from '../../../ui/page';
import { SwitchField } from '../../../ui/switch-field';
import { SecurityCard } from './security-card';
import { Button } from '../../../ui/basics';
import { lazyDialog } from '../../../ui/lazy-dialog';
import { callApi } from '../../../lib/api';
import { useAction } from '../../../ui/use-action';
import { readLocal, writeLocal } from '../../../lib/local-values';

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
          <SwitchField
            label="ダークモード"
            description="この端末での表示です。"
            checked={theme === 'dark'}
            onChange={(dark) => setTheme(dark ? 'dark' : 'light')}
          />
        </Card>
        <SecurityCard phoneNumber={user.phoneNumber} />
        <PasswordCard />
        <footer className="space-y-3 px-1">
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

/** Opens the dialog that changes the password. */
function PasswordCard() {
  const [open, setOpen] = useState(false);
  return (
    <Card title="パスワード" description="変更すると、ほかの端末ではログアウトされます。">
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
        `デバイスの発送・到着や、${deviceRequestLabels.join('・')}の進み具合をお知らせします。` +
        'オフにしても、ご契約・お支払い・セキュリティの大切なメールは届きます。'
      }
      checked={user.newsMails ?? readLocal(key) !== 'off'}
      busy={busy}
      onChange={change}
    />
  );
}
