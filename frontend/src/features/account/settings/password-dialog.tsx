import { useState } from 'react';
import * as z from 'zod/mini';
import { changePassword } from '#shared/contract/security';
import { newPasswordSchema } from '#shared/model/account';
import { accountTexts } from '#shared/model/account-texts';
import { callApi, failedWith, mayBeDone } from '../../../lib/api';
import { useTimeout } from '../../../lib/use-timeout';
import { Alert } from '../../../ui/basics';
import { Dialog } from '../../../ui/dialog';
import { Form, FormActions } from '../../../ui/form';
import { PasswordField } from '../../../ui/text-field';
import { useSubmitForm } from '../../../ui/use-submit-form';
import { NewPasswordField, KnownUsername } from '../../auth/new-password-field';

/** Spec 9: how long the success is shown, in milliseconds. */
const closeAfter = 2000;

const failedText = 'パスワードの更新中にエラーが発生しました';

/** The response to a change was lost. */
const unsureText = 'パスワードが変更されている可能性があります。もう一度「変更する」を押してください。';

const schema = z.object({ newPassword: newPasswordSchema, confirmation: z.string() }).check(
  z.refine(({ newPassword, confirmation }) => newPassword === confirmation, {
    path: ['confirmation'],
    error: accountTexts.passwordsDiffer,
  }),
);

/** Changes the password (spec 2, Settings). Closes after a success. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const [done, setDone] = useState(false);
  const [unsure, setUnsure] = useState(false);
  const form = useSubmitForm(schema, {
    defaultValues: { newPassword: '', confirmation: '' },
    send: async ({ confirmation: _same, ...body }) => {
      await callApi(changePassword, { body });
      setDone(true);
    },
    failed: (error) => {
      if (mayBeDone(error)) setUnsure(true);
      return {
        refused: failedText,
        unreachable: failedText,
        ...(failedWith(error, 'WEAK_PASSWORD') && { under: 'newPassword' }),
      };
    },
  });
  const newPassword = form.rhf.watch('newPassword');
  useTimeout(onClose, done ? closeAfter : null);

  return (
    <Dialog onClose={onClose} title="パスワードの変更" locked={form.busy}>
      {done ? (
        <div className="pb-2">
          <Alert live tone="success" title="パスワードを更新しました">
            ほかの端末はログアウトしました。
          </Alert>
        </div>
      ) : (
        <Form form={form}>
          {unsure && <Alert tone="info">{unsureText}</Alert>}
          <KnownUsername />
          <NewPasswordField
            label="新しいパスワード"
            data-autofocus
            password={newPassword}
            {...form.field('newPassword')}
          />
          <PasswordField
            label="新しいパスワード（確認）"
            required
            autoComplete="new-password"
            {...form.field('confirmation', { deps: ['newPassword'] })}
          />
          <FormActions form={form} label="変更する" onCancel={onClose} />
        </Form>
      )}
    </Dialog>
  );
}
