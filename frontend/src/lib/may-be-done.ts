import { ApiFailure } from './api-failure';

/** Whether the server may have carried a failed call out: there was no response, or none that decides. */
export const mayBeDone = (error: unknown): boolean =>
  !(error instanceof ApiFailure && error.status >= 400 && error.status < 500);

/**
 * Resolves once a call is done: with its response, or, if that may be lost, with what `read` then finds.
 * @throws {ApiFailure} the call's own, if it is not done.
 */
export async function doneOrFound<Done, Found>(
  call: Promise<Done>,
  read: () => Promise<Found | undefined>,
  isDone: (found: Found) => boolean,
): Promise<Done | Found> {
  try {
    return await call;
  } catch (error) {
    const found = mayBeDone(error) ? await read().catch(() => undefined) : undefined;
    if (found === undefined || !isDone(found)) throw error;
    return found;
  }
}
