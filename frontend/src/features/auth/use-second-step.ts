import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { verifyMfa } from '#shared/contract/auth';
import type { RequestOf } from '#shared/contract/call';
import { callApi } from '../../lib/api';
import { ApiFailure } from '../../lib/api-failure';
import { failureText, unexpectedText } from '../../lib/failure-text';
import { paths } from '../../lib/paths';
import { useSessionChanges } from '../../lib/session';
import { useBusy } from '../../lib/use-busy';

export interface SecondStep {
  busy: boolean;
  /** What was wrong with the last answer. */
  refused: string | undefined;
  /** Sends an answer; resolves to whether another one is wanted here. */
  send: (body: RequestOf<typeof verifyMfa>['body']) => Promise<boolean>;
}

/** Answers the second step and goes home; where the first step is forgotten, `onBack` gets why. */
export function useSecondStep(onBack: (why?: string) => void): SecondStep {
  const navigate = useNavigate();
  const { signedIn } = useSessionChanges();
  const [busy, whileBusy] = useBusy();

  const [refused, setRefused] = useState<string>();

  const send: SecondStep['send'] = async (body) => {
    setRefused(undefined);
    try {
      await whileBusy(async () => {
        await callApi(verifyMfa, { body });
        await signedIn();
      });
      await navigate(paths.home, { replace: true });
      return false;
    } catch (error) {
      const text = failureText(error, { refused: '認証に失敗しました', unreachable: unexpectedText });
      // The server has forgotten the first step: it must be taken again.
      const forgotten = error instanceof ApiFailure && error.code === 'CHALLENGE_EXPIRED';
      if (forgotten) onBack(text);
      else setRefused(text);
      return !forgotten;
    }
  };
  return { busy, refused, send };
}
