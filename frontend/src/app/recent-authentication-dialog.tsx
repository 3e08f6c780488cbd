import * as z from 'zod/mini';
import { confirmPassword } from '#shared/contract/security';
import { givenPasswordSchema } from '#shared/model/account';
import { KnownUsername } from '../features/auth/new-password-field';
import { callApi } from '../lib/api';
import type { PasswordQuestion } from '../lib/recent-authentication';
import { Dialog } from '../ui/dialog';
import { Form, FormActions } from '../ui/form';
import { PasswordField } from '../ui/text-field';
import { useSubmitForm } from '../ui/use-submit-form';

const schema = z.object({ password: givenPasswordSchema });

/** Asks for the password before a sensitive action, which then continues. */
export function RecentAuthenticationDialog({ question, onClose }: { question: PasswordQuestion; onClose: () => void }) {
  const form = useSubmitForm(schema, {
    defaultValues: { password: '' },
    send: async (body) => {
      await callApi(confirmPassword, { body });
      question.accepted();
    },
    failed: { under: 'password', refused: 'パスワードを確認できませんでした' },
  });

  return (
    <Dialog onClose={onClose} title="パスワードの確認" locked={form.busy}>
      <Form form={form}>
        <p className="text-ink-soft">大切な設定を変更するため、パスワードを入力してください。</p>
        <KnownUsername />
        <PasswordField
          label="現在のパスワード"
          data-autofocus
          autoComplete="current-password"
          {...form.field('password')}
        />
        <FormActions form={form} label="確認して続ける" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
