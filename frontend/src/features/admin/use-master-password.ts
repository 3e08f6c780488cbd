import { useRef, useState } from 'react';
import { getMasterPassword } from '#shared/contract/admin';
import type { ResponseOf } from '#shared/contract/call';
import { callApi } from '../../lib/api';
import { useBusy } from '../../lib/use-busy';

export interface MasterPassword {
  /** What was read so far. */
  known: ResponseOf<typeof getMasterPassword> | undefined;
  busy: boolean;
  /** Reads it at the first need. @throws {ApiFailure} */
  read: () => Promise<ResponseOf<typeof getMasterPassword>>;
}

/**
 * Each look is written to the audit record: it is read when it is wanted, not when the page opens, and kept by this
 * page alone.
 */
export function useMasterPassword(): MasterPassword {
  const [known, setKnown] = useState<ResponseOf<typeof getMasterPassword>>();
  const [busy, whileBusy] = useBusy();
  const under = useRef<Promise<ResponseOf<typeof getMasterPassword>>>(undefined);
  const read = async (): Promise<ResponseOf<typeof getMasterPassword>> => {
    if (known) return known;
    under.current ??= whileBusy(() => callApi(getMasterPassword)).finally(() => {
      under.current = undefined;
    });
    const answer = await under.current;
    setKnown(answer);
    return answer;
  };
  return { known, busy, read };
}
