import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useIsImpersonated } from '../../../lib/session';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { lazyDialog } from '../../../ui/lazy-dialog';

const PasswordDialog = lazyDialog(() => import('./password-dialog').then((module) => module.PasswordDialog));

/** Opens the dialog that changes the password. */
export function PasswordCard() {
  const [open, setOpen] = useState(false);
  return (
    <Card title="パスワード" description="変更すると、ほかの端末ではログアウトされます。">
      <Button
        variant="secondary"
        icon={<KeyRound aria-hidden className="size-5" />}
        disabled={useIsImpersonated()}
        onClick={() => setOpen(true)}
      >
        パスワードを変更
      </Button>
      {open && <PasswordDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}
