import { useState, type FormEvent } from 'react';
import { listShops } from '#shared/contract/billing';
import { deleteShop } from '#shared/contract/shop';
import { callApi } from '../../../lib/api';
import { ApiFailure } from '../../../lib/api-failure';
import { useInvalidate } from '../../../lib/use-call';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { FormActions } from '../../../ui/form-actions';
import { CheckboxField } from '../../../ui/checkbox-field';
import { Dialog } from '../../../ui/dialog';
import { showToast } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';
import { deletionFailure } from './shop-deletion-failure';

interface ShopDeletionDialogProps {
  customerId: string;
  name: string;
  onClose: () => void;
}

const agreement = '削除に関する注意事項に同意してください';

/** The last question before a shop is gone; agreeing to what that means is the answer (spec 4, Shop deletion). */
export function ShopDeletionDialog({ customerId, name, onClose }: ShopDeletionDialogProps) {
  const refresh = useInvalidate();
  const [agreed, setAgreed] = useState(false);
  const [asked, setAsked] = useState(false);

  const [remove, busy] = useAction(async () => {
    try {
      await callApi(deleteShop, { params: { customerId } });
    } catch (error) {
      // Deleted already, e.g. in another tab: what was wanted is so.
      if (!(error instanceof ApiFailure && error.code === 'SHOP_NOT_FOUND')) {
        showToast({ tone: 'danger', place: 'top', ...deletionFailure(error) });
        return;
      }
    }
    showToast({ tone: 'success', title: '店舗を削除しました', description: name });
    onClose();
    await refresh(listShops);
  });

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!agreed) {
      setAsked(true);
      showToast({ tone: 'danger', place: 'top', title: '確認が必要です', description: agreement });
      return;
    }
    remove();
  };

  return (
    <Dialog open onClose={onClose} title="店舗を削除しますか？" locked={busy}>
      <form noValidate onSubmit={submit}>
        <fieldset disabled={busy} className="space-y-5">
          <p>
            <strong className="font-semibold break-all">{name}</strong>を削除します。
          </p>
          <Alert tone="warning" title="この操作は取り消せません">
            <ul className="list-disc space-y-1 pl-5">
              <li>店舗の情報と登録カードが削除され、元に戻せません。</li>
              <li>お支払い履歴と請求書を表示できなくなります。必要な書類は先に保存してください。</li>
              <li>有効な契約や未払いの請求がある店舗は削除できません。</li>
            </ul>
          </Alert>
          <CheckboxField
            label="注意事項を確認し、削除に同意します"
            required
            checked={agreed}
            error={asked && !agreed ? agreement : undefined}
            onChange={(event) => setAgreed(event.target.checked)}
          />
          <FormActions onCancel={onClose}>
            <Button type="submit" variant="danger" busy={busy}>
              削除する
            </Button>
          </FormActions>
        </fieldset>
      </form>
    </Dialog>
  );
}
