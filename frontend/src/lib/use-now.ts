import { useEffect, useState } from 'react';

/** The current time in unix milliseconds, updated each minute: a portal left open overnight shows the new day. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
