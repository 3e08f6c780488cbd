import { useState } from 'react';

/** For a dialog that alone shows what its form's sending leads to: `held` until it is sent, so that it stays locked. */
export function useHold(): { held: boolean; hold: <Sent>(sending: Promise<Sent>) => Promise<Sent> } {
  const [held, setHeld] = useState(false);
  const hold = <Sent>(sending: Promise<Sent>): Promise<Sent> => {
    setHeld(true);
    return sending.finally(() => setHeld(false));
  };
  return { held, hold };
}
