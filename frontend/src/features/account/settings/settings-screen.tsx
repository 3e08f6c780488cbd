import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths';
import { useUser } from '../../../lib/session';
import { useTheme } from '../../../lib/theme';
import { useContact } from '../../../lib/use-contact';
import { Card } from '../../../ui/card';
import { ContactLine } from '../../../ui/contact-line';
import { Page } from '../../../ui/page';
import { SwitchField } from '../../../ui/switch-field';
import { NewsMailsSwitch } from './news-mails-switch';
import { PasswordCard } from './password-card';
import { SecurityCard } from './security-card';
import { useNotificationSetting } from './use-notification-setting';

/** Four cards: notification, display, security, password (spec 2, Settings); below, terms and whom to call. */
export function SettingsScreen() {
  const { user } = useUser();
  const { theme, setTheme } = useTheme();
  const [notified, setNotified] = useNotificationSetting();
  const contact = useContact();
  if (!user) return null;
  return (
    <Page title="設定" description="通知・表示・セキュリティの設定です。">
      <div className="space-y-6">
        <Card title="通知設定">
          <SwitchField
            label="メール通知"
            description="オン・オフにかかわらず、届くメールは変わりません。この設定は、お使いの端末に保存されます。"
            checked={notified}
            onChange={setNotified}
          />
          <NewsMailsSwitch user={user} />
        </Card>
        <Card title="表示設定">
          <SwitchField
            label="ダークモード"
            description="暗い色合いで表示します。この設定は、お使いの端末に保存されます。"
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
