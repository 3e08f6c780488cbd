import { useRef, useState, type ComponentProps } from 'react';
import { getMasterPassword, getSystemInformation, makeMasterPassword } from '#shared/contract/admin';
import type { ResponseOf } from '#shared/contract/call';
import { masterPasswordLifetime } from '#shared/model/impersonation';
import { callApi } from '../../lib/api';
import { failedWith } from '../../lib/api-failure';
import { useInvalidate } from '../../lib/changes';
import { useTimeout } from '../../lib/use-timeout';

/** In milliseconds. */
const validFor = masterPasswordLifetime * 1000;

interface Made extends ResponseOf<typeof makeMasterPassword> {
  /** When it stops working, in unix milliseconds by the browser's own clock. */
  until: number;
}

export interface MasterPassword {
  /** The password, from when it was made until it expires. */
  known: Made | undefined;
  /** The last one does not work any more. */
  expired: boolean;
  busy: boolean;
  /** The field for the reason; it waits while a password is made, so that it shows the reason that was recorded. */
  reason: Pick<ComponentProps<'input'>, 'value' | 'onChange' | 'readOnly'>;
  /** Makes one when it is needed first. @throws {ApiFailure} */
  read: () => Promise<Made>;
}

/**
 * The administrator's own master password. The server records each one that it makes, so one is made when it is needed
 * and not when the page opens. Only this page keeps it, and another reason needs another password.
 */
export function useMasterPassword(): MasterPassword {
  const invalidate = useInvalidate();
  const [made, setMade] = useState<Made>();
  const [expired, setExpired] = useState(false);
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState('');
  const making = useRef<Promise<Made>>(undefined);

  useTimeout(
    () => {
      setMade(undefined);
      setExpired(true);
    },
    made ? validFor : null,
  );

  const make = async (given: string): Promise<Made> => {
    setBusy(true);
    try {
      const response = given
        ? await callApi(makeMasterPassword, { body: { reason: given } })
        : await callApi(getMasterPassword);
      const next = { ...response, until: Date.now() + validFor };
      setMade(next);
      setExpired(false);
      return next;
    } catch (failure) {
      // It was switched off meanwhile: the page says what to do.
      if (failedWith(failure, 'SECOND_STEP_REQUIRED')) await invalidate(getSystemInformation.name);
      throw failure;
    } finally {
      making.current = undefined;
      setBusy(false);
    }
  };

  const read = async (): Promise<Made> => {
    if (made) return made;
    making.current ??= make(reason.trim());
    return making.current;
  };

  return {
    known: made,
    expired,
    busy,
    reason: {
      value: reason,
      readOnly: busy,
      onChange: ({ target }) => {
        setReason(target.value);
        setMade(undefined);
      },
    },
    read,
  };
}
