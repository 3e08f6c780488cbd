import type { Subscription } from '#shared/model/customer';
import { awaitsPayment } from '#shared/model/subscription-status';
import { paths } from '../../../lib/paths';
import { Alert } from '../../../ui/alert';
import { Button, ButtonLink } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';

interface NotChangeableProps {
  subscription: Subscription;
  onClose: () => void;
}

/** Shown for a subscription that has ended or has an open payment: its quantities cannot be changed. */
export function NotChangeable({ subscription, onClose }: NotChangeableProps) {
  const open = awaitsPayment(subscription);
  return (
    <Dialog
      onClose={onClose}
      title="数量の変更"
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            閉じる
          </Button>
          {open && (
            <ButtonLink to={paths.subscription(subscription.id)} onClick={onClose}>
              お支払いの確認へ
            </ButtonLink>
          )}
        </>
      }
    >
      <Alert tone="warning" title={open ? 'お支払いが確認できていません' : 'このご契約は終了しています'}>
        {open ? '数量を変更する前に、未払いのご請求をお支払いください。' : '終了したご契約の数量は変更できません。'}
      </Alert>
    </Dialog>
  );
}
