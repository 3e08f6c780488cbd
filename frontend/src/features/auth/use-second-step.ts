import { useNavigate } from 'react-router-dom';
import { verifyMfa } from '../../../../shared/contract/auth';
import type { RequestOf } from '../../../../shared/contract/call';
import { ApiFailure, callApi } from '../../lib/api';
import { failureText } from '../../lib/failure-text';
import { paths } from '../../lib/paths';
import { useSessionChanges } from '../../lib/session';
import { useBusy } from '../../lib/use-busy';

/** Answers the second step and goes home; otherwise what was wrong with the answer. Where the first step is forgotten, `onBack` gets why. */
export function useSecondStep(onBack: (why?: string) => void): { busy: boolean; send: (body: RequestOf<typeof verifyMfa>['body']) => Promise<string | undefined> } {
  const navigate = useNavigate();
  const { signedIn } = useSessionChanges();
  const [busy, whileBusy] = useBusy();

  const send = async (body: RequestOf<typeof verifyMfa>['body']): Promise<string | undefined> => {
    try {
      await whileBusy(async () => {
        await callApi(verifyMfa, { body });
        await signedIn();
      });
      await navigate(paths.home, { replace: true });
      return undefined;
    } catch (error) {
      const text = failureText(error, { refused: '認証に失敗しました' });
      // The server has forgotten the first step: it must be taken again.
      if (!(error instanceof ApiFailure && error.code === 'CHALLENGE_EXPIRED')) return text;
      onBack(text);
      return undefined;
    }
  };
  return { busy, send };
}
