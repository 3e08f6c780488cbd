import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { givenPasswordSchema } from '#shared/model/account';
import { failureText } from '../lib/failure-text';
import type { ProofQuestion } from '../lib/fresh-proof';
import { useBusy } from '../lib/use-busy';
import { Button } from '../ui/button';
import { FormActions } from '../ui/form-actions';
import { Dialog } from '../ui/dialog';
import { PasswordField } from '../ui/text-field';

const schema = z.object({ password: givenPasswordSchema });

/** Asks for the password before something sensitive, and goes on with it. */
export function ProofDialog({ question }: { question: ProofQuestion }) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(schema),
    reValidateMode: 'onChange',
    defaultValues: { password: '' },
  });
  const [busy, whileBusy] = useBusy();

  const submit = handleSubmit(async ({ password }) => {
    try {
      await whileBusy(() => question.answer(password));
    } catch (error) {
      setError('password', {
        message: failureText(error, {
          refused: 'パスワードを確認できませんでした',
          unreachable: '通信エラーが発生しました',
        }),
      });
      setFocus('password', { shouldSelect: true });
    }
  });

  return (
    <Dialog open onClose={question.decline} title="パスワードの確認" locked={busy}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <fieldset disabled={busy} className="space-y-5">
          <p className="text-ink-soft">大切な設定を変更するため、ログイン中のパスワードをもう一度入力してください。</p>
          <PasswordField
            label="現在のパスワード"
            data-autofocus
            autoComplete="current-password"
            error={formState.errors.password?.message}
            {...register('password')}
          />
          <FormActions onCancel={question.decline}>
            <Button type="submit" busy={busy}>
              確認して続ける
            </Button>
          </FormActions>
        </fieldset>
      </form>
    </Dialog>
  );
}
