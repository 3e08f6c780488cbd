import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { changePassword, listSessions } from '#shared/contract/security';
import { accountTexts, givenPasswordSchema, newPasswordSchema } from '#shared/model/account';
import { callApi } from '../../../lib/api';
import { ApiFailure } from '../../../lib/api-failure';
import { failureText } from '../../../lib/failure-text';
import { useBusy } from '../../../lib/use-busy';
import { useRefresh } from '../../../lib/use-call';
import { showWrongFields } from '../../../lib/wrong-fields';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { FormActions } from '../../../ui/form-actions';
import { Dialog } from '../../../ui/dialog';
import { StrengthMeter } from '../../auth/strength-meter';
import { PasswordField } from '../../../ui/text-field';

/** Spec 9: how long the success is shown, in milliseconds. */
const closeAfter = 2000;

const schema = z
  .object({ currentPassword: givenPasswordSchema, newPassword: newPasswordSchema, confirmation: z.string() })
  .check(
    z.refine(({ newPassword, confirmation }) => newPassword === confirmation, {
      path: ['confirmation'],
      error: accountTexts.passwordsDiffer,
    }),
  );

/** Changes the password with the current one as proof (spec 2, Settings); its success closes by itself. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh();
  const { register, handleSubmit, setError, setFocus, control, formState } = useForm({
    resolver: zodResolver(schema),
    mode: 'onBlur',
    reValidateMode: 'onChange',
    defaultValues: { currentPassword: '', newPassword: '', confirmation: '' },
  });
  const { errors } = formState;
  const [busy, whileBusy] = useBusy();
  const newPassword = useWatch({ control, name: 'newPassword' });
  const [refused, setRefused] = useState<string>();
  const [done, setDone] = useState(false);

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(onClose, closeAfter);
    return () => clearTimeout(timer);
  }, [done, onClose]);

  const submit = handleSubmit(async ({ confirmation: _same, ...body }) => {
    setRefused(undefined);
    try {
      await whileBusy(() => callApi(changePassword, { body }));
      setDone(true);
      // The other sessions have ended with it.
      await refresh(listSessions);
    } catch (error) {
      if (showWrongFields(error, ['currentPassword', 'newPassword'], setError)) return;
      const text = failureText(error, {
        refused: 'パスワードの更新中にエラーが発生しました',
        unreachable: 'パスワードの更新中にエラーが発生しました',
      });
      if (error instanceof ApiFailure && error.code === 'WRONG_PASSWORD')
        setError('currentPassword', { message: text }, { shouldFocus: true });
      else if (error instanceof ApiFailure && error.code === 'WEAK_PASSWORD')
        setError('newPassword', { message: text }, { shouldFocus: true });
      else {
        setRefused(text);
        setFocus('currentPassword');
      }
    }
  });

  return (
    <Dialog open onClose={onClose} title="パスワードの変更" locked={busy}>
      {done ? (
        <div className="pb-2">
          <Alert tone="success" title="パスワードを更新しました">
            ほかの端末ではログアウトされました。
          </Alert>
        </div>
      ) : (
        <form noValidate onSubmit={(event) => void submit(event)}>
          <fieldset disabled={busy} className="space-y-5">
            {refused && <Alert tone="danger">{refused}</Alert>}
            <PasswordField
              label="現在のパスワード"
              required
              data-autofocus
              autoComplete="current-password"
              error={errors.currentPassword?.message}
              {...register('currentPassword')}
            />
            <div>
              <PasswordField
                label="新しいパスワード"
                required
                autoComplete="new-password"
                help="8文字以上"
                error={errors.newPassword?.message}
                {...register('newPassword')}
              />
              <StrengthMeter password={newPassword} />
            </div>
            <PasswordField
              label="新しいパスワード（確認）"
              required
              autoComplete="new-password"
              error={errors.confirmation?.message}
              {...register('confirmation', { deps: ['newPassword'] })}
            />
            <FormActions onCancel={onClose}>
              <Button type="submit" busy={busy}>
                変更する
              </Button>
            </FormActions>
          </fieldset>
        </form>
      )}
    </Dialog>
  );
}
