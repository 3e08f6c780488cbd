import * as z from 'zod/mini';

const attempts = z.int().check(z.minimum(1), z.maximum(10_000));
const minutes = z.int().check(z.minimum(1), z.maximum(24 * 60));

/**
 * Attempts that a stage allows. Only failures count, so users who succeed are never paused; codes and links count when
 * they are sent.
 */
export const attemptLimitsSchema = z.object({
  /** Failed passwords and codes of one account within the window. */
  perAccount: attempts,
  /** The same from one network address, which many people may share. */
  perAddress: attempts,
  /**
   * SMS to one receiver or of one user within the window, and in a day; mails to one receiver within an hour, and in a
   * day. Cognito itself mails a registration's code again 5 times an hour and no more (developer guide, "Quotas").
   */
  messages: attempts,
  messagesADay: z._default(attempts, 15),
  /**
   * Mails of registrations, resets and new addresses, and SMS, requested from one network address within the window,
   * and in a day.
   */
  messagesFromAddress: z._default(attempts, 20),
  messagesFromAddressADay: z._default(attempts, 100),
  /** SMS of the whole stage in a day; each costs money. */
  smsADay: z._default(attempts, 1000),
  windowMinutes: minutes,
  /** Length of the pause after the last failure that fits in the window. */
  pauseMinutes: minutes,
});
export type AttemptLimits = z.output<typeof attemptLimitsSchema>;

/** The limits of a stage that sets none of its own. */
export const defaultAttemptLimits: AttemptLimits = {
  perAccount: 10,
  perAddress: 60,
  messages: 5,
  messagesADay: 15,
  messagesFromAddress: 20,
  messagesFromAddressADay: 100,
  smsADay: 1000,
  windowMinutes: 15,
  pauseMinutes: 15,
};
