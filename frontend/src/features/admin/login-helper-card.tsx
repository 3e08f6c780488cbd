import { zodResolver } from '@hookform/resolvers/zod';
import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { login } from '#shared/contract/auth';
import { emailSchema } from '#shared/model/account';
import { callApi } from '../../lib/api';
import { failureText } from '../../lib/failure-text';
import { paths } from '../../lib/paths';
import { useSessionChanges } from '../../lib/session';
import { useBusy } from '../../lib/use-busy';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { TextField } from '../../ui/text-field';
import type { MasterPassword } from './use-master-password';

const schema = z.object({ email: emailSchema });

/** Signs the administrator in as a user, to see what that user sees (spec 2, Admin: login test helper). */
export function LoginHelperCard({ master }: { master: MasterPassword }) {
  const navigate = useNavigate();
  const { signedIn } = useSessionChanges();
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(schema),
    mode: 'onBlur',
    reValidateMode: 'onChange',
    defaultValues: { email: '' },
  });
  const [busy, whileBusy] = useBusy();
  const [refused, setRefused] = useState<string>();

  const submit = handleSubmit(async ({ email }) => {
    setRefused(undefined);
    try {
      await whileBusy(async () => {
        const { masterPassword } = await master.read();
        await callApi(login, { body: { email, password: masterPassword } });
        await signedIn();
      });
      await navigate(paths.home);
    } catch (error) {
      setRefused(failureText(error, { refused: 'ログインに失敗しました', unreachable: '通信エラーが発生しました' }));
      setFocus('email');
    }
  });

  return (
    <Card title="ログインテスト" description="マスターパスワードを使って、利用者の画面を確認します。">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <fieldset disabled={busy} className="space-y-5">
          {refused && <Alert tone="danger">{refused}</Alert>}
          <div className="max-w-md">
            <TextField
              label="利用者のメールアドレス"
              required
              type="email"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              error={formState.errors.email?.message}
              {...register('email')}
            />
          </div>
          <ul className="list-disc space-y-1 pl-5 text-sm text-ink-soft">
            <li>管理者のログインは終了し、最長1時間の代理ログインに切り替わります。</li>
            <li>パスワード・メールアドレス・2段階認証の変更と、アカウントの削除はできません。</li>
            <li>代理ログインとその間の変更は、監査記録に残ります。</li>
          </ul>
          <Button type="submit" busy={busy} icon={<LogIn aria-hidden className="size-5" />}>
            この利用者としてログイン
          </Button>
        </fieldset>
      </form>
    </Card>
  );
}
