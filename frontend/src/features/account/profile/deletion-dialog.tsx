import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { deleteUser } from '#shared/contract/account';
import { givenPasswordSchema } from '#shared/model/account';
import { callApi } from '../../../lib/api';
import { failureText } from '../../../lib/failure-text';
import { paths } from '../../../lib/paths';
import { useSessionChanges } from '../../../lib/session';
import { useBusy } from '../../../lib/use-busy';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { FormActions } from '../../../ui/form-actions';
import { Dialog } from '../../../ui/dialog';
import { PasswordField } from '../../../ui/text-field';
import { showToast } from '../../../ui/toast';

const schema = z.object({ password: givenPasswordSchema });

/** The last question before everything of the user is gone; the password is the answer. */
export function DeletionDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { forget } = useSessionChanges();
  const { register, handleSubmit, setError, setFocus, control, formState } = useForm({
    resolver: zodResolver(schema),
    reValidateMode: 'onChange',
    defaultValues: { password: '' },
  });
  const [busy, whileBusy] = useBusy();
  const password = useWatch({ control, name: 'password' });

  const submit = handleSubmit(async (values) => {
    try {
      await whileBusy(() => callApi(deleteUser, { body: values }));
      showToast({ tone: 'success', title: 'アカウントを削除しました', description: 'ご利用ありがとうございました。' });
      await forget();
      await navigate(paths.login, { replace: true });
    } catch (error) {
      setError('password', {
        message: failureText(error, {
          refused: 'アカウントの削除に失敗しました',
          unreachable: 'アカウントの削除中にエラーが発生しました',
        }),
      });
      setFocus('password', { shouldSelect: true });
    }
  });

  return (
    <Dialog open onClose={onClose} title="アカウントを削除しますか？" locked={busy}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <fieldset disabled={busy} className="space-y-5">
          <Alert tone="warning" title="この操作は取り消せません">
            お名前・メールアドレス・電話番号など、登録されている情報がすべて削除され、ログインできなくなります。
          </Alert>
          <PasswordField
            label="パスワード"
            data-autofocus
            autoComplete="current-password"
            help="確認のため、現在のパスワードを入力してください。"
            error={formState.errors.password?.message}
            {...register('password')}
          />
          <FormActions onCancel={onClose}>
            <Button type="submit" variant="danger" busy={busy} disabled={password === ''}>
              削除する
            </Button>
          </FormActions>
        </fieldset>
      </form>
    </Dialog>
  );
}
