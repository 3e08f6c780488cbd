import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Whether something is being sent, and the frame to send it in. When its promise settles the fields are on again at
 * once, so that whoever awaited it can give the focus to one of them.
 */
export function useBusy(): [busy: boolean, whileBusy: <Result>(work: () => Promise<Result>) => Promise<Result>] {
  const [busy, setBusy] = useState(false);
  const whileBusy = useCallback(async <Result>(work: () => Promise<Result>): Promise<Result> => {
    setBusy(true);
    try {
      return await work();
    } finally {
      flushSync(() => setBusy(false));
    }
  }, []);
  return [busy, whileBusy];
}
