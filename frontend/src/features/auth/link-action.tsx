import { useState } from 'react';
import { failedWith } from '../../lib/api-failure';
import { failureText, unexpectedText } from '../../lib/failure-text';
import { paths } from '../../lib/paths';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { useAction } from '../../ui/use-action';
import { AuthHeading } from './auth-heading';
import { LeaveLink } from './leave-link';
import { NoReferrer } from './no-referrer';
import { ResultView } from './result-view';
import { useLinkToken } from './use-link-token';

interface LinkActionProps {
  title: string;
  /** What pressing the button does. */
  explanation: string;
  button: { label: string; variant?: 'danger' };
  /** Carries the token of the mailed link out. */
  act: (token: string) => Promise<unknown>;
  /** Shown once it is carried out. */
  done: { title: string; text: string };
  /** Shown where the address has no token. */
  missing: string;
  leave: { to: string; label: string };
}

export const toLogin: LinkActionProps['leave'] = { to: paths.login, label: 'ログイン画面へ' };

/**
 * The screen of a mailed link that does one thing. Nothing happens before the button is pressed, because mail programs
 * open links by themselves.
 */
export function LinkAction({ title, explanation, button, act, done: result, missing, leave }: LinkActionProps) {
  const token = useLinkToken();
  const [done, setDone] = useState(false);
  const [failure, setFailure] = useState<{ text: string; linkIsOver: boolean }>();
  const [run, busy] = useAction(
    async () => {
      setFailure(undefined);
      await act(token);
      setDone(true);
    },
    (error) =>
      setFailure({
        text: failureText(error, { refused: unexpectedText, unreachable: unexpectedText }),
        linkIsOver: failedWith(error, 'LINK_INVALID', 'LINK_EXPIRED'),
      }),
  );

  if (done) {
    return (
      <>
        <NoReferrer />
        <ResultView tone="success" title={result.title}>
          <p className="text-ink-soft">{result.text}</p>
        </ResultView>
        <LeaveLink to={leave.to}>{leave.label}</LeaveLink>
      </>
    );
  }
  if (!token) {
    return (
      <>
        <AuthHeading title={title}>{missing}</AuthHeading>
        <LeaveLink to={leave.to}>{leave.label}</LeaveLink>
      </>
    );
  }
  return (
    <>
      <NoReferrer />
      <AuthHeading title={title}>{!failure?.linkIsOver && explanation}</AuthHeading>
      <div className="space-y-5">
        {failure && <Alert live tone="danger" title={failure.text} />}
        {!failure?.linkIsOver && (
          <Button {...(button.variant && { variant: button.variant })} block busy={busy} onClick={run}>
            {button.label}
          </Button>
        )}
      </div>
      <LeaveLink to={leave.to}>{leave.label}</LeaveLink>
    </>
  );
}
