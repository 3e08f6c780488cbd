import { useNavigate } from 'react-router-dom';
import { verifyMfa } from '#shared/contract/auth';
import type { RequestOf } from '#shared/contract/call';
import { callApi } from '../../lib/api';
import { ApiFailure } from '../../lib/api-failure';
import { failureText, unexpectedText } from '../../lib/failure-text';
import { paths } from '../../lib/paths';
import { useSessionChanges } from '../../lib/session';

const texts = { refused: '認証に失敗しました', unreachable: unexpectedText };

/**
 * `send` and `failed` of a form that asks for the second step. A success leads home. If the server has forgotten the
 * first step, `onBack` gets the reason, because the user must repeat that step.
 */
export function useSecondStep(onBack: (why?: string) => void) {
  const navigate = useNavigate();
  const { signedIn } = useSessionChanges();
  return {
    send: async (body: RequestOf<typeof verifyMfa>['body']): Promise<void> => {
      await callApi(verifyMfa, { body });
      await signedIn();
      await navigate(paths.home, { replace: true });
    },
    failed: (error: unknown) => {
      if (!(error instanceof ApiFailure && error.code === 'CHALLENGE_EXPIRED')) return texts;
      onBack(failureText(error, texts));
      return undefined;
    },
  };
}
