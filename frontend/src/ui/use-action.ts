import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { rememberFocus } from './last-used';
import { showFailure, type FailureToast, clearFailure } from './toast';

/** Runs once buttons and fields are enabled again, e.g. to focus one of them. */
export type Then = () => void;

/** The toast of a failure, or the action's own handling of it. */
type OnFailure = FailureToast | ((error: unknown) => Then | void | Promise<void>);

/**
 * An action that the user starts and that takes a while. It runs once at a time: a second press during the first does
 * nothing. `busy` is true meanwhile. The message of an earlier failure disappears, and the focus is afterwards where it
 * was before, unless the action has moved it.
 *
 * Without `failed`, `work` must handle its own failures.
 */
export function useAction<Args extends unknown[]>(
  work: (...args: Args) => Promise<Then | void>,
  failed?: OnFailure,
): [run: (...args: Args) => void, busy: boolean] {
  const [busy, setBusy] = useState(false);
  // The state is too late for a second press within the same frame.
  const running = useRef(false);

  const attempt = async (args: Args): Promise<Then | void> => {
    try {
      return await work(...args);
    } catch (error) {
      if (!failed) throw error;
      if (typeof failed === 'function') return failed(error);
      showFailure(error, failed);
    }
  };

  const start = async (args: Args): Promise<void> => {
    if (running.current) return;
    running.current = true;
    clearFailure();
    const returnFocus = rememberFocus();
    setBusy(true);
    const then = await attempt(args).finally(() => {
      running.current = false;
      flushSync(() => setBusy(false));
    });
    then?.();
    returnFocus();
  };
  return [(...args) => void start(args), busy];
}
