import { attemptLimitsSchema, defaultAttemptLimits, type AttemptLimits } from '#shared/model/attempt-limits';
import { optionalEnv } from '../../runtime/environment';

/** How often something may be tried; seconds. */
export interface Limit {
  attempts: number;
  window: number;
  /** How long nothing is tried after the last failure that fits in the window. */
  pause: number;
}

const quarterOfAnHour = 15 * 60;

/** The figures of the stage; the defaults where it names none. Throws where they are no figures. */
function stageLimits(): AttemptLimits {
  const given = optionalEnv('ATTEMPT_LIMITS');
  return given === undefined ? defaultAttemptLimits : attemptLimitsSchema.parse(JSON.parse(given));
}

/**
 * Failed passwords and codes of one account; and what is tried from one network address, where many people may sit
 * behind one.
 */
export function failuresOf(what: 'account' | 'address'): Limit {
  const { perAccount, perAddress, windowMinutes, pauseMinutes } = stageLimits();
  return {
    attempts: what === 'account' ? perAccount : perAddress,
    window: windowMinutes * 60,
    pause: pauseMinutes * 60,
  };
}

/** Mails and SMS to one receiver. */
export function sendings(): Omit<Limit, 'pause'> {
  const limits = stageLimits();
  return { attempts: limits.sendings, window: limits.windowMinutes * 60 };
}

/**
 * How long wrong passwords lock an account (seconds), by how many there were: 2^(n-5) from the fifth on, 15 minutes
 * at most. It is Cognito's own rule (developer guide, "Lockout behavior for failed sign-in attempts"), kept here for
 * every address alike, so that the lock of an account does not tell that there is one.
 */
export const lockoutSeconds = (failures: number): number =>
  failures < 5 ? 0 : Math.min(quarterOfAnHour, 2 ** (failures - 5));

/** Seconds after the last wrong password at which their count begins anew (same page). */
export const lockoutMemory = quarterOfAnHour;

/**
 * What answers about addresses take at least, in milliseconds: longer than Cognito needs to have a mail worded and
 * sent, so that the time does not tell whether one was.
 */
export const steadyTime = 1000;
