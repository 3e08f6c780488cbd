import { useSyncExternalStore } from 'react';
import { confirmPassword } from '#shared/contract/security';
import { ApiFailure, callApi } from './api';

/** The password is being asked for. */
export interface ProofQuestion {
  /**
   * Proves it and goes on with what was being done. @throws {ApiFailure} where it was not accepted: the question
   * stays.
   */
  answer: (password: string) => Promise<void>;
  /** Leaves what was being done undone. */
  decline: () => void;
}

let question: ProofQuestion | undefined;
const listeners = new Set<() => void>();

function set(next: ProofQuestion | undefined): void {
  question = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The question that is open, for the one place that shows it. */
export const useProofQuestion = (): ProofQuestion | undefined => useSyncExternalStore(subscribe, () => question);

/**
 * Whether a failure is the server's wish for a fresh proof; after {@link withFreshProof} it means that the user
 * declined to give one.
 */
export const wantsProof = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'RECENT_AUTHENTICATION_REQUIRED';

/**
 * Does something that may want a fresh proof (decisions: Sign-in). Where the server answers RECENT_AUTHENTICATION_REQUIRED, the
 * password is asked for and the same is done once more. Rejects as `work` does; with that very refusal where the user
 * declines.
 */
export async function withFreshProof<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (refusal) {
    if (!wantsProof(refusal)) throw refusal;
    await prove(refusal);
    return await work();
  }
}

function prove(refusal: unknown): Promise<void> {
  question?.decline();
  return new Promise((resolve, reject) => {
    set({
      answer: async (password) => {
        await callApi(confirmPassword, { body: { password } });
        set(undefined);
        resolve();
      },
      decline: () => {
        set(undefined);
        reject(refusal);
      },
    });
  });
}
