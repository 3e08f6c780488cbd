import type { FormEvent } from 'react';
import * as z from 'zod/mini';
import { resendVerification } from '#shared/contract/auth';
import { emailSchema } from '#shared/model/account';
import { accountTexts } from '#shared/model/account-texts';
import { callApi } from '../../lib/api';
import { Button } from '../../ui/basics';
import { EmailField } from '../../ui/text-field';
import { showToast } from '../../ui/toast';
import { useSubmitForm } from '../../ui/use-submit-form';

const schema = z.object({ email: emailSchema });
const refused = '確認メールの再送信に失敗しました';

/** Has the confirmation mail sent again. A toast reports an empty field (spec 5), the field itself a wrong address. */
export function ResendVerification() {
  const form = useSubmitForm(schema, {
    defaultValues: { email: '' },
    send: async (body) => {
      await callApi(resendVerification, { body });
      showToast({ tone: 'success', title: '確認メール再送信', description: '確認メールを再送信しました' });
    },
    failed: { title: 'エラー', refused, unreachable: refused },
  });

  const submit = (event: FormEvent): void => {
    if (form.rhf.getValues('email').trim() !== '') return form.submit(event);
    event.preventDefault();
    showToast({ tone: 'danger', title: 'エラー', description: accountTexts.emailRequired });
    form.rhf.setFocus('email');
  };

  return (
    <form noValidate onSubmit={submit} className="mt-6 space-y-5">
      <EmailField label="メールアドレス" autoComplete="email" readOnly={form.busy} {...form.field('email')} />
      <Button type="submit" block disabled={form.busy}>
        {form.busy ? '送信中...' : '確認メールを再送信'}
      </Button>
    </form>
  );
}
