import { Suspense, lazy, useEffect, useRef, useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { login } from '#shared/contract/auth';
import type { RequestOf } from '#shared/contract/call';
import { accountTexts, emailPattern, longestEmail, longestPassword } from '#shared/model/account-texts';
import { Skeleton, Button, ButtonLink } from '../../ui/basics';
import type { Challenge } from './second-step-form';
import { ApiFailure, callApi, failedWith, failureText, unexpectedText } from '../../lib/api';
import { loginRoute, useSessionChanges } from '../../lib/session';
import { paths } from '../../lib/paths';
import { useWantedPlace } from '../../lib/wanted-place';
import { Form } from '../../ui/form';
import { EmailField, PasswordField } from '../../ui/text-field';
import { afterPress } from '../../ui/after-press';
import { useAction, type Then } from '../../ui/use-action';
import { AuthHeading } from '../../ui/page';

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

type Name = 'email' | 'password';
type Typed = Record<Name, string>;
const names = ['email', 'password'] as const;

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

/**
 * Like `useSubmitForm`, without react-hook-form, because of the first page's budget of 115 kB (decisions/page): it has
 * 113.1 kB with this, 127.8 kB with `useSubmitForm` and the same checks, and 128.7 kB with its resolver of schemas too
 * (2026-11-26). A field is checked when it is left, and from then on with each change.
 */
function useLoginForm({ email, problem: initialProblem, onSecondStep }: LoginFormProps) {
  const navigate = useNavigate();
  const wanted = useWantedPlace();
  const { signedIn } = useSessionChanges();
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({});
  const left = useRef(new Set<Name>());
  const [errors, setErrors] = useState<Partial<Record<Name, string | undefined>>>({});
  const [problem, setProblem] = useState(initialProblem);

  const read = (): Typed => ({
    email: inputs.current.email?.value ?? '',
    password: inputs.current.password?.value ?? '',
  });
  const focus = (name: Name): void => {
    inputs.current[name]?.focus();
    inputs.current[name]?.select();
  };
  const check = (name: Name): void => setErrors((known) => ({ ...known, [name]: checks[name](read()) }));

  const refused = (error: unknown, body: Typed): Then | void => {
    const fields = (error instanceof ApiFailure && error.fields) || {};
    const wrong = names.find((name) => fields[name] !== undefined);
    const challenge = challengeOf(error);
    if (wrong) setErrors(fields);
    else if (challenge) return onSecondStep({ ...challenge, sendAgain: () => sendAgain(body) }, body.email);
    else setProblem(failureText(error, { refused: 'ログインに失敗しました', unreachable: unexpectedText }));
    return () => focus(wrong ?? 'password');
  };
  const [run, busy] = useAction(async ({ email: typed, password }: Typed) => {
    const body = { email: typed.trim().toLowerCase(), password };
    try {
      await callApi(loginRoute, { body });
      await signedIn();
      await navigate(wanted, { replace: true });
    } catch (error) {
      return refused(error, body);
    }
  });

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(undefined);
    const typed = read();
    const found = { email: checks.email(typed), password: checks.password(typed) };
    left.current = new Set(names);
    setErrors(found);
    const wrong = names.find((name) => found[name] !== undefined);
    if (wrong === undefined) run(typed);
    else focus(wrong);
  };
  const field = (name: Name) => ({
    name,
    defaultValue: name === 'email' ? email : '',
    ref: (input: HTMLInputElement | null) => void (inputs.current[name] = input),
    onBlur: () => {
      left.current.add(name);
      afterPress(() => check(name));
    },
    onChange: () => {
      if (left.current.has(name)) check(name);
    },
    error: errors[name],
  });
  return { submit, busy, problem, field };
}

/** E-mail and password. A refusal keeps both and is shown above them. */
function LoginForm(props: LoginFormProps) {
  const form = useLoginForm(props);
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
