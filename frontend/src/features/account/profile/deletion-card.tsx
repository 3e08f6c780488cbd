import { Suspense, lazy, useState } from 'react';
import { canDeleteUser } from '#shared/contract/account';
import { callApi } from '../../../lib/api';
import { useBusy } from '../../../lib/use-busy';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { showToast } from '../../../ui/toast';

const DeletionDialog = lazy(() => import('./deletion-dialog').then((module) => ({ default: module.DeletionDialog })));

/** Asks first whether the account may be deleted at all (spec 4, Account deletion). */
export function DeletionCard() {
  const [busy, whileBusy] = useBusy();
  const [open, setOpen] = useState(false);

  const begin = async (): Promise<void> => {
    try {
      const { canDelete, reason } = await whileBusy(() => callApi(canDeleteUser));
      if (canDelete) setOpen(true);
      else
        showToast({ tone: 'danger', title: '削除できません', description: reason ?? '先に登録店舗を削除してください' });
    } catch {
      showToast({ tone: 'danger', title: 'エラー', description: '削除可能かどうかの確認中にエラーが発生しました' });
    }
  };

  return (
    <Card
      title="アカウントの削除"
      description="アカウントと登録情報をすべて削除します。元に戻すことはできません。店舗が登録されている間は削除できません。"
    >
      <Button variant="danger" busy={busy} onClick={() => void begin()}>
        アカウントを削除
      </Button>
      {open && (
        <Suspense fallback={null}>
          <DeletionDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}
