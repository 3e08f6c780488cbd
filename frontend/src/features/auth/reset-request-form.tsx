import { useState } from 'react';
import * as z from 'zod/mini';
import { requestReset } from '#shared/contract/auth';
import { emailSchema } from '#shared/model/account';
import { callApi } from '../../lib/api';
import { unexpectedText } from '../../lib/api-failure';
import { Alert, Button } from '../../ui/basics';
import { Form } from '../../ui/form';
import { EmailField } from '../../ui/text-field';
import { useSubmitForm } from '../../ui/use-submit-form';
import { AuthHeading } from './auth-heading';

const schema = z.object({ email: emailSchema });

/** Requests the link. Known and unknown addresses get the same response. */
export function ResetRequestForm() {
  const [sentTo, setSentTo] = useState<string>();
  const form = useSubmitForm(schema, {
    defaultValues: { email: '' },
    send: async (body) => {
      await callApi(requestReset, { body });
      setSentTo(body.email);
    },
    failed: { unreachable: unexpectedText },
  });

  if (sentTo) {
    return (
      <>
        <AuthHeading title="パスワードの再設定" />
        <Alert live tone="success" title="再設定のお申し込みを受け付けました">
          <strong className="font-semibold break-all">{sentTo}</strong>{' '}
          がご登録のメールアドレスであれば、お手続きのメールが届きます。届かないときは、入力したメールアドレスと、迷惑メールのフォルダをご確認ください。
        </Alert>
      </>
    );
  }
  return (
    <>
      <AuthHeading title="パスワードの再設定">
        ご登録のメールアドレスに、再設定のためのリンクをお送りします。
      </AuthHeading>
      <Form form={form}>
        <EmailField label="メールアドレス" required autoComplete="username" {...form.field('email')} />
        <Button type="submit" block busy={form.busy}>
          再設定メールを送信
        </Button>
      </Form>
    </>
  );
}
