import { LogOut } from 'lucide-react';
import { useUser } from '../../../lib/session';
import { Page } from '../../../ui/page';
import { AccountCard } from './account-card';
import { DeletionCard } from './deletion-card';
import { useSignOut } from '../use-sign-out';
import { Button } from '../../../ui/basics';
import { Card } from '../../../ui/content';

/** The user's own account (spec 2, Profile). */
export function ProfileScreen() {
  const { user } = useUser();
  if (!user) return null;
  return (
    <Page title="プロフィール">
      <div className="space-y-6">
        <AccountCard user={user} />
        <LogoutCard />
        <DeletionCard />
      </div>
    </Page>
  );
}

/** Signs out on this device. */
function LogoutCard() {
  const { signOut, busy } = useSignOut();
  return (
    <Card title="ログアウト">
      <Button variant="secondary" busy={busy} Icon={LogOut} onClick={signOut}>
        ログアウト
      </Button>
    </Card>
  );
}
