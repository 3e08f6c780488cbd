import { clock } from '../clock';

/** The codes of a cancelled transaction that say that DynamoDB had no time for it (API_TransactWriteItems). */
const passing = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** The reason for each write of a transaction that DynamoDB cancelled; undefined for any other error. */
export const cancellationOf = (error: unknown): (string | undefined)[] | undefined =>
  error instanceof Error && error.name === 'TransactionCanceledException'
    ? ((error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons ?? []).map(({ Code }) => Code)
    : undefined;

/**
 * Whether DynamoDB refused a write only because another request worked on the same item, or because of load. Nothing
 * was written, and the same request may succeed. The SDK repeats neither conflict (developer guide, "Transaction
 * conflict handling in DynamoDB"): the one of a transaction cancels it, the one of a plain write has a name of its own.
 */
export function isContention(error: unknown): boolean {
  const reasons = cancellationOf(error);
  if (!reasons) return error instanceof Error && error.name === 'TransactionConflictException';
  const telling = reasons.filter((reason) => reason !== undefined && reason !== 'None');
  return telling.length > 0 && telling.every((reason) => reason !== undefined && passing.has(reason));
}

/** Tries of one write while others work on the same items; the pauses between them last about half a second in all. */
const mostTries = 5;
/** The pause before the second try, in milliseconds; each later one is twice as long. */
const firstPause = 40;

/** Makes a write, and again while other requests work on the same items. Throws the error of the last try. */
export async function rideOut<T>(write: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isContention(error) || count >= mostTries) throw error;
      await clock.waitAbout(firstPause * 2 ** (count - 1));
    }
  }
}
