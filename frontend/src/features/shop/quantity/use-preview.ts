import { useCallback, useEffect, useMemo, useState } from 'react';
import { previewQuantities } from '#shared/contract/billing';
import type { QuantityPreview } from '#shared/model/pricing';
import type { Quantities } from '#shared/model/quantities';
import { callApi } from '../../../lib/api';

export type PreviewState =
  | { state: 'loading' }
  | { state: 'error'; error: unknown }
  | { state: 'ready'; preview: QuantityPreview };

const loading: PreviewState = { state: 'loading' };

/**
 * What a change would cost, asked anew each time it is looked at: an amount of yesterday would be another. `change`
 * must stay the same object; none asks nothing.
 */
export function usePreview(
  subscriptionId: string,
  change: Quantities | undefined,
): { preview: PreviewState; askAgain: () => void } {
  const [answer, setAnswer] = useState<{ to: object; result: PreviewState }>();
  // Each asking is an object of its own, so that the answer to another is not taken for the one to this.
  const [again, setAgain] = useState({});

  const asking = useMemo(() => ({ change, again }), [change, again]);

  useEffect(() => {
    if (!asking.change) return undefined;
    let current = true;
    const show = (result: PreviewState): void => {
      if (current) setAnswer({ to: asking, result });
    };
    callApi(previewQuantities, { params: { id: subscriptionId }, body: asking.change }).then(
      (preview) => show({ state: 'ready', preview }),
      (error: unknown) => show({ state: 'error', error }),
    );
    return () => {
      current = false;
    };
  }, [subscriptionId, asking]);

  const askAgain = useCallback(() => setAgain({}), []);
  return { preview: answer?.to === asking ? answer.result : loading, askAgain };
}
