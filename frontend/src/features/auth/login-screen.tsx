import { Suspense, lazy, useState } from 'react';
import { Skeleton } from '../../ui/basics';
import { LoginForm } from './login-form';
import type { Challenge } from './second-step-form';

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
