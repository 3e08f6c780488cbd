import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { canDeleteUser } from '#shared/contract/account';
import { callApi } from '../../../lib/api';
import { paths } from '../../../lib/paths';
import { useIsImpersonated } from '../../../lib/session';
import { Button } from '../../../ui/basics';
import { Card } from '../../../ui/content';
import { showToast } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';
import { lazyDialog } from '../../../ui/lazy-dialog';

const DeletionDialog = lazyDialog(() => import('./deletion-dialog').then((module) => module.DeletionDialog));

/**
 * First asks the server whether the account may be deleted at all (spec 4, Account deletion). Links to the documents,
 * which are gone after it, and which an owner without any shop finds only here.
 */
export function DeletionCard() {
  const [open, setOpen] = useState(false);
  const impersonated = useIsImpersonated();
  const [begin, busy] = useAction(
    async () => {
      const { canDelete, reason } = await callApi(canDeleteUser);
      if (canDelete) setOpen(true);
      else
        showToast({ tone: 'danger', title: '削除できません', description: reason ?? '先に登録店舗を削除してください' });
    },
    // Spec 8 has one text for every failure of this check.
    () => showToast({ tone: 'danger', title: 'エラー', description: '削除可能かどうかの確認中にエラーが発生しました' }),
  );

  return (
    <Card
      title="アカウントの削除"
      description="元に戻すことはできません。先に、店舗の削除と、請求書・領収書の保存をお済ませください。"
    >
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="dangerQuiet" busy={busy} disabled={impersonated} onClick={begin}>
          アカウントを削除
        </Button>
        <Link to={paths.documents} className="quiet-link px-2.5">
          <ReceiptText aria-hidden className="size-4" />
          請求書・領収書
        </Link>
      </div>
      {open && <DeletionDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}
