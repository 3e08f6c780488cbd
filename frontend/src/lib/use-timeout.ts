import { useEffect, useEffectEvent } from 'react';

/** Calls `work` once after `ms` milliseconds, never for `null`. A change of `ms` starts the time again. */
export function useTimeout(work: () => void, ms: number | null): void {
  const onTimeout = useEffectEvent(work);
  useEffect(() => {
    if (ms === null) return;
    const timer = setTimeout(() => onTimeout(), ms);
    return () => clearTimeout(timer);
  }, [ms]);
}
