import { useState } from 'react';
import { RegisterDone } from './register-done';
import { RegisterForm, type Registration } from './register-form';
import { VerifyCodeForm } from './verify-code-form';

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
