import { LogIn } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { login } from '#shared/contract/auth';
import { emailSchema } from '#shared/model/account';
import { notWhileImpersonating } from '#shared/model/impersonation-words';
import { callApi } from '../../lib/api';
import { paths } from '../../lib/paths';
import { useSessionChanges } from '../../lib/session';
import { Button } from '../../ui/basics';
import { Card } from '../../ui/content';
import { Form } from '../../ui/form';
import { EmailField } from '../../ui/text-field';
import { useSubmitForm } from '../../ui/use-submit-form';
import type { MasterPassword } from './use-master-password';

const schema = z.object({ email: emailSchema });

/** Signs the administrator in as a user, to see the portal as that user does (spec 2, Admin: login test helper). */
export function LoginHelperCard({ master }: { master: MasterPassword }) {
  const navigate = useNavigate();
  const { signedIn } = useSessionChanges();
  const form = useSubmitForm(schema, {
    defaultValues: { email: '' },
    send: async ({ email }) => {
      const { masterPassword } = await master.read();
      await callApi(login, { body: { email, password: masterPassword } });
      await signedIn();
      await navigate(paths.home);
    },
    failed: { refused: 'ログインに失敗しました' },
  });

  return (
    <Card title="ログインテスト" description="上の理由とマスターパスワードで、利用者の画面を確認します。">
      <Form form={form}>
        <div className="max-w-md">
          <EmailField label="利用者のメールアドレス" required autoComplete="off" {...form.field('email')} />
        </div>
        <ul className="list-disc space-y-1 pl-5 text-sm text-ink-soft">
          <li>管理者のログインは終了し、最長1時間の代理ログインに切り替わります。</li>
          <li>{notWhileImpersonating}はできません。</li>
          <li>代理ログインとその間の変更は監査記録に残り、あなたの名前・理由・時刻が利用者に表示されます。</li>
        </ul>
        <Button type="submit" busy={form.busy} Icon={LogIn}>
          この利用者としてログイン
        </Button>
      </Form>
    </Card>
  );
}
