import { clock } from '#functions/platform/clock';

/** The codes of a cancelled transaction that say that DynamoDB had no time for it (API_TransactWriteItems). */
const passing = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** The reason for each write of a transaction that DynamoDB cancelled; undefined for any other error. */
export const cancellationOf = (error: unknown): (string | undefined)[] | undefined =>
  error instanceof Error && error.name === 'TransactionCanceledException'
    ? ((error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons ?? []).map(({ Code }) => Code)
    : undefined;

/** Others changed what a decision depends on before it was written. */
export class Contended extends Error {
  override readonly name = 'Contended';
}

/**
 * Whether DynamoDB refused a write only because another request worked on the same item, or because of load. Nothing
 * was written, and the same request may succeed. The SDK repeats neither conflict (developer guide, "Transaction
 * conflict handling in DynamoDB"): the one of a transaction cancels it, the one of a plain write has a name of its own.
 */
export function isContention(error: unknown): boolean {
  if (error instanceof Contended) return true;
  const reasons = cancellationOf(error);
  if (!reasons) return error instanceof Error && error.name === 'TransactionConflictException';
  const telling = reasons.filter((reason) => reason !== undefined && reason !== 'None');
  return telling.length > 0 && telling.every((reason) => reason !== undefined && passing.has(reason));
}

/** The pauses before a write or decision is tried again, in milliseconds. */
const pauses = [40, 80, 160, 320];

/**
 * Makes a write, and again while other requests work on the same items; or decides and writes, and decides again when
 * it throws {@link Contended}. Throws the error of the last try.
 */
export async function retryContention<T>(write: () => Promise<T>): Promise<T> {
  for (const pause of pauses)
    try {
      return await write();
    } catch (error) {
      if (!isContention(error)) throw error;
      await clock.waitAbout(pause);
    }
  return write();
}
