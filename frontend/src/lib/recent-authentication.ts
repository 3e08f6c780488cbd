import { createStore, useStore } from './create-store';

/** The server wants the password again before a sensitive change (decisions/sessions). */
export interface PasswordQuestion {
  /** The server has accepted the password: the call continues. */
  accepted: () => void;
  /** The user does not want to: the call fails with the server's refusal. */
  declined: () => void;
}

const question = createStore<PasswordQuestion | undefined>(undefined);

/** The open question, for the one place that shows it. */
export const usePasswordQuestion = (): PasswordQuestion | undefined => useStore(question);

/**
 * Asks for the password; resolves once the server has accepted it. Rejects with `refusal` if the user declines. A newer
 * question replaces an open one.
 */
export function askForPassword(refusal: Error): Promise<void> {
  question.get()?.declined();
  return new Promise((resolve, reject) => {
    question.set({
      accepted: () => {
        question.set(undefined);
        resolve();
      },
      declined: () => {
        question.set(undefined);
        reject(refusal);
      },
    });
  });
}
