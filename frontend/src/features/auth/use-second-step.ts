import { useNavigate } from 'react-router-dom';
import { verifyMfa } from '#shared/contract/auth';
import type { RequestOf } from '#shared/contract/call';
import { callApi } from '../../lib/api';
import { failedWith, failureText, unexpectedText } from '../../lib/api-failure';
import { useSessionChanges } from '../../lib/session';
import { useWantedPlace } from '../../lib/wanted-place';

const texts = { refused: '認証に失敗しました', unreachable: unexpectedText };

/**
 * `send` and `failed` of a form that asks for the second step. A success leads to the place that was asked for, or
 * home. If the server has forgotten the first step, `onBack` gets the reason, because the user must repeat that step.
 */
export function useSecondStep(onBack: (why?: string) => void) {
  const navigate = useNavigate();
  const wanted = useWantedPlace();
  const { signedIn } = useSessionChanges();
  return {
    send: async (body: RequestOf<typeof verifyMfa>['body']): Promise<void> => {
      await callApi(verifyMfa, { body });
      await signedIn();
      await navigate(wanted, { replace: true });
    },
    failed: (error: unknown) => {
      if (!failedWith(error, 'CHALLENGE_EXPIRED')) return texts;
      onBack(failureText(error, texts));
      return undefined;
    },
  };
}
