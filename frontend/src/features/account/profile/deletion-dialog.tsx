import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { deleteUser } from '#shared/contract/account';
import { givenPasswordSchema } from '#shared/model/account';
import { callApi } from '../../../lib/api';
import { paths } from '../../../lib/paths';
import { useSessionChanges } from '../../../lib/session';
import { Alert } from '../../../ui/basics';
import { Form, FormActions } from '../../../ui/form';
import { Dialog } from '../../../ui/dialog';
import { PasswordField } from '../../../ui/text-field';
import { showToast } from '../../../ui/toast';
import { useSubmitForm } from '../../../ui/use-submit-form';
import { KnownUsername } from '../../auth/new-password-field';

const schema = z.object({ password: givenPasswordSchema });

/** Asks for the password before it deletes the account; says what stays (privacy policy, 6). */
export function DeletionDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { forget } = useSessionChanges();
  const form = useSubmitForm(schema, {
    defaultValues: { password: '' },
    send: async (body) => {
      await callApi(deleteUser, { body });
      showToast({ tone: 'success', title: 'アカウントを削除しました', description: 'ご利用ありがとうございました。' });
      await forget();
      await navigate(paths.login, { replace: true });
    },
    failed: {
      under: 'password',
      refused: 'アカウントの削除に失敗しました',
      unreachable: 'アカウントの削除中にエラーが発生しました',
    },
  });
  const password = form.rhf.watch('password');

  return (
    <Dialog onClose={onClose} title="アカウントを削除しますか？" locked={form.busy}>
      <Form form={form}>
        <Alert tone="danger" title="この操作は取り消せません">
          <ul className="mt-1.5 -ml-8 list-disc space-y-1 pl-5">
            <li>お名前・メールアドレス・電話番号など、アカウントの情報が削除され、ログインできなくなります。</li>
            <li>請求書・領収書を表示できなくなります。必要な書類は先に保存してください。</li>
            <li>お取引の記録は、法令の定める期間、保存します。</li>
          </ul>
        </Alert>
        <KnownUsername />
        <PasswordField
          label="パスワード"
          data-autofocus
          autoComplete="current-password"
          help="確認のため、現在のパスワードを入力してください。"
          {...form.field('password')}
        />
        <FormActions
          form={form}
          label="削除する"
          variant={password === '' ? 'dangerQuiet' : 'danger'}
          disabled={password === ''}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}
