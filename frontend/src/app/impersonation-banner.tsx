import { UserCog } from 'lucide-react';
import { notWhileImpersonating } from '#shared/model/impersonation-words';
import { timeOfDay } from '../lib/format';
import { useUser } from '../lib/session';
import { useSignOut } from '../features/account/use-sign-out';
import { Button } from '../ui/button';

/**
 * On every screen of an impersonation: whose account it is, until when, and a button to end it
 * (decisions/impersonation).
 */
export function ImpersonationBanner() {
  const { user } = useUser();
  const { signOut, busy } = useSignOut();
  if (!user?.impersonation) return null;
  return (
    <section aria-label="代理ログイン" className="border-b border-warning/25 bg-warning-soft">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 sm:px-8">
        <p className="flex min-w-0 flex-1 basis-64 items-start gap-2.5 text-sm text-warning">
          <UserCog aria-hidden className="mt-0.5 size-5 shrink-0" />
          <span>
            <strong className="font-semibold break-all">{user.username}</strong>さんとして代理ログイン中です（
            {timeOfDay(user.impersonation.expiresAt * 1000)}まで）。操作は記録されます。
            {notWhileImpersonating}はできません。
          </span>
        </p>
        <Button variant="secondary" size="sm" busy={busy} onClick={signOut}>
          代理ログインを終了
        </Button>
      </div>
    </section>
  );
}
