/** How often something may be tried; seconds. */
export interface Limit {
  tries: number;
  window: number;
  /** How long nothing is tried after the last failure that fits in the window. */
  pause: number;
}

const quarterOfAnHour = 15 * 60;

/** Failed passwords and codes of one account; and what is tried from one network address, where many people may sit behind one. */
export const failuresOf = {
  account: { tries: 10, window: quarterOfAnHour, pause: quarterOfAnHour },
  address: { tries: 60, window: quarterOfAnHour, pause: quarterOfAnHour },
} as const satisfies Record<string, Limit>;

/** Mails and SMS to one receiver. */
export const sendings = { tries: 5, window: quarterOfAnHour } as const;

/**
 * How long wrong passwords lock an account (seconds), by how many there were: 2^(n-5) from the fifth on, 15 minutes at most. It
 * is Cognito's own rule (developer guide, "Lockout behavior for failed sign-in attempts"), kept here for every address
 * alike, so that the lock of an account does not tell that there is one.
 */
export const lockSeconds = (failures: number): number => (failures < 5 ? 0 : Math.min(quarterOfAnHour, 2 ** (failures - 5)));

/** Seconds after the last wrong password at which their count begins anew (same page). */
export const lockMemory = quarterOfAnHour;

/**
 * What answers about addresses take at least, in milliseconds: longer than Cognito needs to have a mail worded and sent,
 * so that the time does not tell whether one was.
 */
export const steadyTime = 1000;
