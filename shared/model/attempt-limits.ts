import * as z from 'zod/mini';

const tries = z.int().check(z.minimum(1), z.maximum(10_000));
const minutes = z.int().check(z.minimum(1), z.maximum(24 * 60));

/**
 * How often something may be tried in a stage. Failures are counted, so that nobody is shut out by succeeding; codes
 * and links are counted as they are sent.
 */
export const attemptLimitsSchema = z.object({
  /** Failed passwords and codes of one account within the window. */
  perAccount: tries,
  /** The same from one network address, where many people may sit behind one. */
  perAddress: tries,
  /** Mails and SMS to one receiver within the window. */
  sendings: tries,
  windowMinutes: minutes,
  /** How long nothing is tried after the last failure that fits in the window. */
  pauseMinutes: minutes,
});
export type AttemptLimits = z.output<typeof attemptLimitsSchema>;

/** What a stage that says nothing else gets. */
export const defaultAttemptLimits: AttemptLimits = {
  perAccount: 10,
  perAddress: 60,
  sendings: 5,
  windowMinutes: 15,
  pauseMinutes: 15,
};
