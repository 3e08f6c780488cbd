import { useEffect, useEffectEvent } from 'react';
import { usePasswordQuestion } from '../lib/recent-authentication';
import { lazyDialog } from '../ui/lazy-dialog';

const RecentAuthenticationDialog = lazyDialog(() =>
  import('./recent-authentication-dialog').then((module) => module.RecentAuthenticationDialog),
);

/** Asks for the password on every screen. The dialog's code is loaded with the first question. */
export function RecentAuthenticationHost() {
  const question = usePasswordQuestion();
  // The session has ended with the screen: the next user must not answer its question.
  const drop = useEffectEvent(() => question?.declined());
  useEffect(() => () => drop(), []);
  if (!question) return null;
  return <RecentAuthenticationDialog question={question} onClose={question.declined} />;
}
