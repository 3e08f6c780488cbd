import { useEffect, useEffectEvent, useState } from 'react';

/** Calls `work` once after `ms` milliseconds, never for `null`. A change of `ms` starts the time again. */
export function useTimeout(work: () => void, ms: number | null): void {
  const onTimeout = useEffectEvent(work);
  useEffect(() => {
    if (ms === null) return;
    const timer = setTimeout(() => onTimeout(), ms);
    return () => clearTimeout(timer);
  }, [ms]);
}

/** The current time in unix milliseconds, updated each minute: a portal left open overnight shows the new day. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
