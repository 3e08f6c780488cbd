import { Suspense, lazy, useState, useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { login } from '#shared/contract/auth';
import type { RequestOf } from '#shared/contract/call';
import { accountTexts, emailPattern, longestEmail, longestPassword } from '#shared/model/account-texts';
import { Skeleton, Button, ButtonLink } from '../../ui/basics';
import type { Challenge } from './second-step-form';
import { callApi } from '../../lib/api';
import { failedWith, unexpectedText } from '../../lib/api-failure';
import { loginRoute, useSessionChanges } from '../../lib/session';
import { paths } from '../../lib/paths';
import { useWantedPlace } from '../../lib/wanted-place';
import { Form } from '../../ui/form';
import { EmailField, PasswordField } from '../../ui/text-field';
import { useTextForm } from '../../ui/use-text-form';
import { AuthHeading } from './auth-heading';

const SecondStepForm = lazy(() => import('./second-step-form').then((module) => ({ default: module.SecondStepForm })));

/** Signing in, with a second step if the server asks for one (spec 2, 4). */
export function LoginScreen() {
  const [secondStep, setSecondStep] = useState<Challenge>();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();

  if (secondStep) {
    return (
      <Suspense fallback={<Skeleton lines={6} />}>
        <SecondStepForm
          challenge={secondStep}
          onBack={(why) => {
            setProblem(why);
            setSecondStep(undefined);
          }}
        />
      </Suspense>
    );
  }
  return (
    <LoginForm
      email={email}
      problem={problem}
      onSecondStep={(challenge, givenEmail) => {
        setEmail(givenEmail);
        setSecondStep(challenge);
      }}
    />
  );
}

interface Typed {
  email: string;
  password: string;
}

/** The server's own rules (shared/model/account.ts), without the schemas, which would be loaded with this screen. */
const checks = {
  email: ({ email }: Typed) => {
    const address = email.trim();
    return address.length <= longestEmail && emailPattern.test(address) ? undefined : accountTexts.emailInvalid;
  },
  password: ({ password }: Typed) => {
    if (password === '') return accountTexts.passwordRequired;
    return password.length > longestPassword ? accountTexts.passwordTooLong : undefined;
  },
};

interface LoginFormProps {
  /** The address that was typed before the second step, when the user comes back from there. */
  email: string;
  /** Why the user was sent back from the second step. */
  problem: string | undefined;
  onSecondStep: (challenge: Challenge, email: string) => void;
}

/** The second step that the server asks for; undefined for any other failure. Spec 3: `sms`, or else the app. */
const challengeOf = (error: unknown): Pick<Challenge, 'mfaType' | 'lastDigits'> | undefined => {
  if (!failedWith(error, 'MFA_REQUIRED')) return undefined;
  const { mfaType, lastDigits } = error.details;
  return {
    mfaType: mfaType === 'sms' ? 'sms' : 'totp',
    ...(typeof lastDigits === 'string' && { lastDigits }),
  };
};

/** Sends the same sign-in again, which sends another SMS. @throws {ApiFailure} if none was sent. */
async function sendAgain(body: RequestOf<typeof login>['body']): Promise<void> {
  try {
    await callApi(loginRoute, { body });
  } catch (error) {
    if (!challengeOf(error)) throw error;
  }
}

/** E-mail and password. A refusal keeps both and is shown above them. */
function LoginForm({ email, problem, onSecondStep }: LoginFormProps) {
  const navigate = useNavigate();
  const wanted = useWantedPlace();
  const { signedIn } = useSessionChanges();
  const form = useTextForm(checks, {
    defaultValues: { email, password: '' },
    problem,
    send: async ({ email: typed, password }) => {
      await callApi(loginRoute, { body: { email: typed.trim().toLowerCase(), password } });
      await signedIn();
      await navigate(wanted, { replace: true });
    },
    failed: (error, values) => {
      const challenge = challengeOf(error);
      if (challenge) {
        const address = values.email.trim().toLowerCase();
        onSecondStep(
          { ...challenge, sendAgain: () => sendAgain({ email: address, password: values.password }) },
          address,
        );
        return undefined;
      }
      return { refused: 'ログインに失敗しました', unreachable: unexpectedText, focus: 'password' };
    },
  });

  useEarlySubmit();

  return (
    <>
      <AuthHeading title="ログイン" />
      <Form form={form}>
        <EmailField label="メールアドレス" autoComplete="username" {...form.field('email')} />
        <div>
          <PasswordField label="パスワード" autoComplete="current-password" {...form.field('password')} />
          <p className="mt-1 text-right">
            <Link to={paths.resetPassword} className="text-link inline-flex min-h-11 items-center rounded text-sm">
              パスワードをお忘れですか？
            </Link>
          </p>
        </div>
        <Button type="submit" block busy={form.busy}>
          ログイン
        </Button>
      </Form>
      <div className="mt-6 border-t border-line pt-6">
        <ButtonLink to={paths.register} variant="secondary" block className="text-sm sm:text-base">
          アカウントをお持ちでない方はこちら
        </ButtonLink>
      </div>
    </>
  );
}

/** Sends the form if it was submitted before the page could do that (`public/first.js` has noted it). */
function useEarlySubmit(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (dataset['submitted'] === undefined) return;
    delete dataset['submitted'];
    document.querySelector('form')?.requestSubmit();
  }, []);
}
