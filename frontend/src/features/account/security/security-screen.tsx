import { useUser } from '../../../lib/session';
import { paths } from '../../../lib/paths';
import { Page } from '../../../ui/page';
import { ImpersonationsCard } from './impersonations-card';
import { SessionsCard } from './sessions-card';
import { SecondStepCard } from './second-step-card';

/**
 * Two-step sign-in, sessions, and impersonations (spec 2, Security settings; decisions/second-step and
 * decisions/impersonation).
 */
export function SecurityScreen() {
  const { user } = useUser();
  if (!user) return null;
  return (
    <Page title="セキュリティ設定" back={{ to: paths.settings, label: '設定' }}>
      {/* A card is seen once those above it have loaded and have their height: nothing moves on the screen. */}
      <div className="space-y-6 [&>:has(.animate-pulse)~*]:invisible">
        <SecondStepCard phoneNumber={user.phoneNumber} />
        <SessionsCard />
        <ImpersonationsCard />
      </div>
    </Page>
  );
}
