import * as z from 'zod/mini';
import { listShops } from '#shared/contract/billing';
import { listMovements } from '#shared/contract/movement';
import { deleteShop } from '#shared/contract/shop';
import type { ShopRecord } from '#shared/model/customer';
import { isSendable } from '#shared/model/movement';
import { isOver } from '#shared/model/subscription';
import { sum } from '#shared/numbers';
import { callApi, failedWith, ApiFailure, failureText } from '../../../lib/api';
import { paths } from '../../../lib/paths';
import { shopName } from '../../../lib/format';
import { useInvalidate } from '../../../lib/changes';
import { useCall } from '../../../lib/use-call';
import { Alert } from '../../../ui/basics';
import { CheckboxField } from '../../../ui/fields';
import { Dialog, NoticeDialog } from '../../../ui/dialog';
import { Form, FormActions } from '../../../ui/form';
import { showToast } from '../../../ui/toast';
import { useSubmitForm } from '../../../ui/use-submit-form';

const agreement = '削除に関する注意事項に同意してください';
const schema = z.object({ agreed: z.boolean().check(z.refine((agreed) => agreed, agreement)) });

/** Asks before a shop is deleted; the user has to agree to the consequences (spec 4, Shop deletion). */
export function ShopDeletionDialog({ shop, onClose }: { shop: ShopRecord; onClose: () => void }) {
  const customerId = shop.customer.id;
  const name = shopName(shop.customer);
  const running = shop.subscriptions.filter((one) => !isOver(one));
  const invalidate = useInvalidate();
  const form = useSubmitForm(schema, {
    defaultValues: { agreed: false },
    onInvalid: () => showToast({ tone: 'danger', title: '確認が必要です', description: agreement }),
    send: async () => {
      try {
        await callApi(deleteShop, { params: { customerId } });
      } catch (error) {
        // The shop was deleted already, e.g. in another tab.
        if (!failedWith(error, 'SHOP_NOT_FOUND')) throw error;
        await invalidate(listShops.name);
      }
      showToast({ tone: 'success', title: '店舗を削除しました', description: name });
      onClose();
    },
    failed: (error) => {
      showToast({ tone: 'danger', ...deletionFailure(error) });
      return undefined;
    },
  });

  if (running[0]) {
    return (
      <NoticeDialog
        onClose={onClose}
        title="この店舗は削除できません"
        way={{ to: paths.subscription(running[0].id), children: '契約を見る' }}
      >
        <p className="named font-semibold">{name}</p>
        <p className="mt-2">{mustEnd(running.length)}</p>
      </NoticeDialog>
    );
  }
  return (
    <Dialog onClose={onClose} title="店舗を削除しますか？" locked={form.busy}>
      <Form form={form}>
        <p>
          <strong className="font-semibold break-all">{name}</strong>を削除します。
        </p>
        <ToSendBack customerId={customerId} />
        <Alert tone="warning" title="この操作は取り消せません">
          <ul className="list-disc space-y-1 pl-5">
            <li>店舗の情報と登録カードが削除され、元に戻せません。</li>
            <li>
              お支払い履歴は表示できなくなります。請求書・領収書は、削除した後もプロフィールの画面からさがせます。
            </li>
            <li>次回のお支払いに充てる残高がある場合は、その残高も失われます。</li>
          </ul>
        </Alert>
        <CheckboxField label="注意事項を確認し、削除に同意します" required {...form.field('agreed')} />
        <FormActions form={form} label="削除する" variant="danger" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

/** Devices that are still to be sent back: a deleted shop has no screen, and no mail, that tells of them. */
function ToSendBack({ customerId }: { customerId: string }) {
  const { data } = useCall(listMovements, { params: { id: customerId } });
  const count = sum(
    (data?.movements ?? []).filter((one) => one.kind === 'collect' && isSendable(one)).map((one) => one.count),
  );
  return count === 0 ? null : (
    <Alert tone="warning" title={`返却の手続きが終わっていないデバイスがあります（${count}台）`}>
      店舗を削除しても、デバイスのご返却は必要です。削除すると、返却の状況は表示されなくなり、お知らせのメールも届きません。
    </Alert>
  );
}

const mustEnd = (subscriptions: number): string =>
  `ご契約・お申し込みが${subscriptions}件残っています。先に解約または取り消しをしてください。`;

const count = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);

/** Why a shop cannot be deleted and what to do (spec 8, Shop deletion); for other codes the server's text. */
function deletionFailure(error: unknown): { title: string; description: string } {
  if (failedWith(error, 'NETWORK'))
    return { title: '通信エラー', description: '接続を確認して、もう一度お試しください。' };
  const details = error instanceof ApiFailure ? error.details : {};
  const [subscriptions, invoices] = [count(details['activeSubscriptions']), count(details['unpaidInvoices'])];
  const reasons = [
    ...(subscriptions > 0 ? [mustEnd(subscriptions)] : []),
    ...(invoices > 0 ? [`未払いの請求が${invoices}件あります。先にお支払いください。`] : []),
  ];
  if (reasons.length > 0) return { title: '削除できません', description: reasons.join('') };
  return { title: '削除エラー', description: failureText(error, { refused: '店舗の削除に失敗しました' }) };
}
