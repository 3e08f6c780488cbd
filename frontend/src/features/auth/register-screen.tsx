import { useState, type ComponentProps } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { requestRegistration, resendRegistration, verifyRegistration } from '#shared/contract/auth';
import { emailSchema, newPasswordSchema, usernameSchema, registrationCodeSchema } from '#shared/model/account';
import type { ResponseOf } from '#shared/contract/call';
import { addressed } from '../../lib/format';
import { paths } from '../../lib/paths';
import { useSessionChanges } from '../../lib/session';
import { useTimeout } from '../../lib/use-timeout';
import { ButtonLink, Spinner, Button } from '../../ui/basics';
import { ResultView, LeaveLink } from './screen-parts';
import { callApi } from '../../lib/api';
import { Form } from '../../ui/form';
import { EmailField, TextField } from '../../ui/text-field';
import { useSubmitForm } from '../../ui/use-submit-form';
import { AuthHeading } from '../../ui/page';
import { NewPasswordField } from './new-password-field';
import { CodeField } from '../../ui/fields';
import { showToast } from '../../ui/toast';
import { useAction } from '../../ui/use-action';

/** Registration in three steps; going back keeps the typed text (spec 2, 4). */
export function RegisterScreen() {
  const [verifying, setVerifying] = useState(false);
  const [done, setDone] = useState<ComponentProps<typeof RegisterDone>>();
  const [registration, setRegistration] = useState<Registration>({ email: '', username: '', password: '' });

  if (done) return <RegisterDone {...done} />;
  if (verifying) {
    return (
      <VerifyCodeForm
        email={registration.email}
        onBack={() => setVerifying(false)}
        onVerified={({ user, autoLogin }) => setDone({ username: user?.username ?? registration.username, autoLogin })}
      />
    );
  }
  return (
    <RegisterForm
      initial={registration}
      onSent={(sent) => {
        setRegistration(sent);
        setVerifying(true);
      }}
    />
  );
}

/** Spec 9: redirect after an automatic sign-in, in milliseconds. */
const redirectAfter = 1000;

/** Step 3 of registration: signed in and on the way home, or on to the login (spec 4). */
function RegisterDone({ username, autoLogin }: { username: string; autoLogin: boolean }) {
  const navigate = useNavigate();
  const { signedIn } = useSessionChanges();

  const goHome = async (): Promise<void> => {
    await signedIn();
    await navigate(paths.home, { replace: true });
  };
  useTimeout(() => void goHome(), autoLogin ? redirectAfter : null);

  return (
    <ResultView tone="success" title="登録が完了しました">
      <p>{addressed(username)}、ご登録ありがとうございます。</p>
      {autoLogin ? (
        <p className="mt-4 inline-flex items-center gap-2 text-ink-soft">
          <Spinner className="size-4" />
          ホームへ移動しています…
        </p>
      ) : (
        <div className="mt-6">
          <ButtonLink to={paths.login} block>
            ログイン
          </ButtonLink>
        </div>
      )}
    </ResultView>
  );
}

const schema = z.object({ email: emailSchema, username: usernameSchema, password: newPasswordSchema });
type Registration = z.output<typeof schema>;

/** Step 1 of registration has a code mailed to the address. */
function RegisterForm({ initial, onSent }: { initial: Registration; onSent: (registration: Registration) => void }) {
  const form = useSubmitForm(schema, {
    defaultValues: initial,
    send: async (body) => {
      await callApi(requestRegistration, { body });
      onSent(body);
    },
    failed: { title: 'エラー', refused: '新規登録に失敗しました' },
  });
  const password = form.rhf.watch('password');

  return (
    <>
      <AuthHeading title="新規登録" />
      <Form form={form}>
        <EmailField label="メールアドレス" required autoComplete="username" {...form.field('email')} />
        <TextField
          label="ユーザー名"
          required
          autoComplete="nickname"
          help="3文字以上（例：田中美咲）"
          {...form.field('username')}
        />
        <NewPasswordField label="パスワード" password={password} {...form.field('password')} />
        <Button type="submit" block busy={form.busy}>
          確認メールを送信
        </Button>
      </Form>
      <LeaveLink />
    </>
  );
}

const codeSchema = z.object({ verificationCode: registrationCodeSchema });

interface VerifyCodeFormProps {
  email: string;
  onBack: () => void;
  onVerified: (response: ResponseOf<typeof verifyRegistration>) => void;
}

/** Step 2 of registration asks for the code from the mail. */
function VerifyCodeForm({ email, onBack, onVerified }: VerifyCodeFormProps) {
  const form = useSubmitForm(codeSchema, {
    defaultValues: { verificationCode: '' },
    focusFirst: true,
    send: async ({ verificationCode }) =>
      onVerified(await callApi(verifyRegistration, { body: { email, verificationCode } })),
    failed: { title: 'エラー', refused: '認証に失敗しました' },
  });
  const [resend, resending] = useAction(
    async () => {
      await callApi(resendRegistration, { body: { email } });
      showToast({ tone: 'success', title: '認証コードを再送信しました', description: 'メールをご確認ください。' });
    },
    { title: 'エラー', refused: '認証コードの再送信に失敗しました' },
  );

  return (
    <>
      <AuthHeading title="メールアドレスの確認">
        <strong className="font-semibold break-all text-ink">{email}</strong> に6桁の認証コードをお送りしました。
      </AuthHeading>
      <Form form={form}>
        <CodeField label="認証コード" {...form.field('verificationCode')} />
        <Button type="submit" block busy={form.busy}>
          認証する
        </Button>
        <div className="-mb-3 grid gap-1 border-t border-line pt-5">
          <Button variant="secondary" block busy={resending} onClick={resend}>
            コードを再送信
          </Button>
          <Button variant="quiet" block onClick={onBack}>
            戻る
          </Button>
        </div>
      </Form>
    </>
  );
}
