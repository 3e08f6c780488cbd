import { Suspense, lazy } from 'react';
import { usePasswordQuestion } from '../lib/recent-authentication';

const RecentAuthenticationDialog = lazy(() =>
  import('./recent-authentication-dialog').then((module) => ({ default: module.RecentAuthenticationDialog })),
);

/** Asks for the password on every screen. The dialog's code is loaded with the first question. */
export function RecentAuthenticationHost() {
  const question = usePasswordQuestion();
  if (!question) return null;
  return (
    <Suspense fallback={null}>
      <RecentAuthenticationDialog question={question} />
    </Suspense>
  );
}
