/** Numbers and names on which stacks, functions, seed and API document must agree, each declared once. */

/** The longest that the function of an API call runs, in seconds. */
export const callTimeout = 15;

/** Seconds after which an API call has certainly ended; the margin allows for slow clocks. */
export const callOverAfter = 4 * callTimeout;

/** The longest that a scheduled job runs, in seconds. */
export const jobTimeout = 5 * 60;

/** The longest that a call that charges a card runs, in seconds: less than the 30 s of gateway and CloudFront. */
export const chargeTimeout = 26;

/** How long a response about an address takes, in milliseconds: usually longer than Cognito's part and the mail. */
export const steadyTime = 2000;

/** The longest that a task's verb runs, in seconds. */
export const taskTimeout = 2 * 60;

/**
 * The queue of the tasks: seconds after which one comes again whose function was killed; tries before it is a dead
 * letter (31 hours of pauses, for a day without Stripe or Kintone); days that a message is kept; tasks at a time
 * (`atOnce`), which leave the rest of Stripe's limit to waiting users.
 */
export const taskQueue = { visibleAgainAfter: taskTimeout + 10, mostTries: 40, keptDays: 14, atOnce: 8 } as const;

/** The message of the log line of a task that failed, which is tried again: other errors of tasks ring at once. */
export const failedTaskLine = 'a task failed';

/** How long leases last, in milliseconds, by what takes them: a call that may charge, another, a job or task. */
export const leaseMs = {
  charge: (chargeTimeout + 5) * 1000,
  call: (callTimeout + 5) * 1000,
  job: (jobTimeout + 60) * 1000,
} as const;

/** Milliseconds for all requests of a call to Stripe, with retries; `chargeBudget` if it charges a card. */
export const callBudget = callTimeout * 1000 - 3_000;
export const chargeBudget = chargeTimeout * 1000 - 3_000;

/** Seconds for a sign-in's second step: Cognito's AuthSessionValidity, the cookie's lifetime, the mails' words. */
export const secondStepLifetime = 3 * 60;

/** The stage that `npm start` runs; it cannot be deployed. */
export const localStage = 'local';

export const adminGroup = 'admin';
/** The attribute of the pool with a restored user's id in the portal (decisions/accounts), without Cognito's prefix. */
export const ownIdAttribute = 'userId';

/** Cookie of a session. `__Host-`: Secure, host-only, path / (ASVS 5.0 3.3). */
export const sessionCookie = '__Host-session';

/** Header with which a caller names a request, so that a repeat has the effect of one (spec 7). */
export const idempotencyHeader = 'Idempotency-Key';

/** The most devices with which a shop is opened, or gets its first subscription (spec 9). */
export const mostDevicesOfOrder = 20;

/** The most devices of a subscription, and the largest quantity of any other item (spec 5, Quantity stepper). */
export const mostDevices = 99;
