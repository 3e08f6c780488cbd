import { LogOut, Moon, Sun } from 'lucide-react';
import { useUser } from '../lib/session';
import { useTheme } from '../lib/theme';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { useSignOut } from './use-sign-out';
import { UserLines } from './user-lines';

/** What the sidebar's foot is on a desktop: who is signed in, the theme, the way out. */
export function AccountSheet({ onClose }: { onClose: () => void }) {
  const { user } = useUser();
  const { theme, setTheme } = useTheme();
  // Behind an open dialog nothing is announced: it closes before a failure is told.
  const { signOut, busy } = useSignOut(onClose);
  const dark = theme === 'dark';
  return (
    <Dialog open onClose={onClose} title="アカウント">
      {user && <UserLines user={user} />}
      <div className="mt-6 grid gap-3">
        <Button variant="secondary" block icon={dark ? <Sun aria-hidden className="size-5" /> : <Moon aria-hidden className="size-5" />} onClick={() => setTheme(dark ? 'light' : 'dark')}>
          {dark ? 'ライトモードにする' : 'ダークモードにする'}
        </Button>
        <Button variant="secondary" block busy={busy} icon={<LogOut aria-hidden className="size-5" />} onClick={signOut}>
          ログアウト
        </Button>
      </div>
    </Dialog>
  );
}
