import { useState } from 'react';
import { LoginForm } from './login-form';
import { SecondStepForm, type MfaType } from './second-step-form';

/** Signing in, with a second step if the server asks for one (spec 2, 4). */
export function LoginScreen() {
  const [secondStep, setSecondStep] = useState<MfaType>();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();

  if (secondStep) {
    return (
      <SecondStepForm
        mfaType={secondStep}
        onBack={(why) => {
          setProblem(why);
          setSecondStep(undefined);
        }}
      />
    );
  }
  return (
    <LoginForm
      email={email}
      problem={problem}
      onSecondStep={(mfaType, givenEmail) => {
        setEmail(givenEmail);
        setSecondStep(mfaType);
      }}
    />
  );
}
