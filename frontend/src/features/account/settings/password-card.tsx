import { KeyRound } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';

const PasswordDialog = lazy(() => import('./password-dialog').then((module) => ({ default: module.PasswordDialog })));

/** Opens the dialog that changes the password. */
export function PasswordCard() {
  const [open, setOpen] = useState(false);
  return (
    <Card title="パスワード" description="変更すると、ほかの端末ではログアウトされます。">
      <Button variant="secondary" icon={<KeyRound aria-hidden className="size-5" />} onClick={() => setOpen(true)}>
        パスワードを変更
      </Button>
      {open && (
        <Suspense fallback={null}>
          <PasswordDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}
