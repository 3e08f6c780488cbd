import { Suspense, lazy } from 'react';
import { useProofQuestion } from '../lib/fresh-proof';

const ProofDialog = lazy(() => import('./proof-dialog').then((module) => ({ default: module.ProofDialog })));

/**
 * Where the password is asked for, whichever screen was at work; the dialog's code is loaded with the first question.
 */
export function ProofHost() {
  const question = useProofQuestion();
  if (!question) return null;
  return (
    <Suspense fallback={null}>
      <ProofDialog question={question} />
    </Suspense>
  );
}
