import { useUser } from '../../../lib/session';
import { Page } from '../../../ui/page';
import { AccountCard } from './account-card';
import { DeletionCard } from './deletion-card';
import { LogoutCard } from './logout-card';

/** The user's own account (spec 2, Profile). */
export function ProfileScreen() {
  const { user } = useUser();
  if (!user) return null;
  return (
    <Page title="プロフィール" description="アカウントの情報を確認・変更できます。">
      <div className="space-y-6">
        <AccountCard user={user} />
        <LogoutCard />
        <DeletionCard />
      </div>
    </Page>
  );
}
