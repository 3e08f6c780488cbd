import { useRef, useState } from 'react';
import { getMasterPassword } from '#shared/contract/admin';
import type { ResponseOf } from '#shared/contract/call';
import { callApi } from '../../lib/api';

export interface MasterPassword {
  /** The password, once it was read. */
  known: ResponseOf<typeof getMasterPassword> | undefined;
  busy: boolean;
  /** Reads it when it is needed first. @throws {ApiFailure} */
  read: () => Promise<ResponseOf<typeof getMasterPassword>>;
}

/**
 * The server writes each read to the audit record, so the password is read when it is needed and not when the page
 * opens. Only this page keeps it.
 */
export function useMasterPassword(): MasterPassword {
  const [known, setKnown] = useState<ResponseOf<typeof getMasterPassword>>();
  const [busy, setBusy] = useState(false);
  const reading = useRef<Promise<ResponseOf<typeof getMasterPassword>>>(undefined);
  const read = async (): Promise<ResponseOf<typeof getMasterPassword>> => {
    if (known) return known;
    setBusy(true);
    reading.current ??= callApi(getMasterPassword).finally(() => {
      reading.current = undefined;
      setBusy(false);
    });
    const answer = await reading.current;
    setKnown(answer);
    return answer;
  };
  return { known, busy, read };
}
