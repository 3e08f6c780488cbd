import * as z from 'zod/mini';
import { requestEmailChange } from '#shared/contract/account';
import { newEmailSchema } from '#shared/model/account';
import { callApi } from '../../../lib/api';
import { EmailField } from '../../../ui/text-field';
import { useSubmitForm } from '../../../ui/use-submit-form';
import { InlineForm } from './inline-form';

const schema = z.object({ newEmail: newEmailSchema });

interface EmailFormProps {
  currentEmail: string;
  onSent: (newEmail: string) => void;
  onClose: () => void;
}

/** Has a code sent to the new address. The current address closes the form (spec 4). */
export function EmailForm({ currentEmail, onSent, onClose }: EmailFormProps) {
  const form = useSubmitForm(schema, {
    defaultValues: { newEmail: currentEmail },
    focusFirst: true,
    send: async ({ newEmail }) => {
      if (newEmail === currentEmail) return onClose();
      await callApi(requestEmailChange, { body: { newEmail } });
      onSent(newEmail);
    },
    failed: { title: 'メールアドレス変更の申請に失敗しました' },
  });
  return (
    <InlineForm form={form} submitLabel="確認メールを送信" onCancel={onClose}>
      <EmailField
        label="新しいメールアドレス"
        required
        autoComplete="email"
        help="新しいアドレスに認証コードをお送りします。変更が済むと、ほかの端末ではログアウトされます。"
        {...form.field('newEmail')}
      />
    </InlineForm>
  );
}
