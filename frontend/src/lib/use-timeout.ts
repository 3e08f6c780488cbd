import { useEffect, useEffectEvent } from 'react';

/** Does something once after `ms` milliseconds; `null` waits for nothing. A change of `ms` starts anew. */
export function useTimeout(work: () => void, ms: number | null): void {
  const onTimeout = useEffectEvent(work);
  useEffect(() => {
    if (ms === null) return;
    const timer = setTimeout(() => onTimeout(), ms);
    return () => clearTimeout(timer);
  }, [ms]);
}
