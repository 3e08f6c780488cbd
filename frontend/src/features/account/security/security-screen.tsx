import { useUser } from '../../../lib/session';
import { paths } from '../../../lib/paths';
import { Page } from '../../../ui/page';
import { SessionsCard } from './sessions-card';
import { TwoStepCard } from './two-step-card';

/** Two-step sign-in and the list of sessions (spec 2, Security settings; decision 014). */
export function SecurityScreen() {
  const { user } = useUser();
  if (!user) return null;
  return (
    <Page
      title="セキュリティ設定"
      back={{ to: paths.settings, label: '設定' }}
      description="ログインの安全を守る設定です。"
    >
      <div className="space-y-6">
        <TwoStepCard phoneNumber={user.phoneNumber} />
        <SessionsCard />
      </div>
    </Page>
  );
}
