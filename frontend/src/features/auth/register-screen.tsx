import { addressed } from '../../lib/addressed';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { RegisterForm, type Registration } from './register-form';
import { VerifyCodeForm } from './verify-code-form';
import { paths } from '../../lib/paths';
import { useSessionChanges } from '../../lib/session';
import { useTimeout } from '../../lib/use-timeout';
import { ButtonLink, Spinner } from '../../ui/basics';
import { ResultView } from './result-view';

type Step = { name: 'register' } | { name: 'verify' } | { name: 'done'; username: string; autoLogin: boolean };

/** Registration in three steps; going back keeps the typed text (spec 2, 4). */
export function RegisterScreen() {
  const [step, setStep] = useState<Step>({ name: 'register' });
  const [registration, setRegistration] = useState<Registration>({ email: '', username: '', password: '' });

  if (step.name === 'done') return <RegisterDone username={step.username} autoLogin={step.autoLogin} />;
  if (step.name === 'verify') {
    return (
      <VerifyCodeForm
        email={registration.email}
        onBack={() => setStep({ name: 'register' })}
        onVerified={(response) =>
          setStep({
            name: 'done',
            username: response.user?.username ?? registration.username,
            autoLogin: response.autoLogin,
          })
        }
      />
    );
  }
  return (
    <RegisterForm
      initial={registration}
      onSent={(sent) => {
        setRegistration(sent);
        setStep({ name: 'verify' });
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
