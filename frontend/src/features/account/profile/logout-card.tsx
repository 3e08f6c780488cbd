import { LogOut } from 'lucide-react';
import { useSignOut } from '../use-sign-out';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';

/** Signs out on this device. */
export function LogoutCard() {
  const { signOut, busy } = useSignOut();
  return (
    <Card title="ログアウト" description="この端末でのログインを終了します。">
      <Button variant="secondary" busy={busy} icon={<LogOut aria-hidden className="size-5" />} onClick={signOut}>
        ログアウト
      </Button>
    </Card>
  );
}
