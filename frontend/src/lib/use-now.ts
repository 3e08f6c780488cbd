import { useEffect, useState } from 'react';

/** The time now, in unix milliseconds, renewed each minute: a portal left open over night shows the new day. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
