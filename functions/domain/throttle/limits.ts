import { attemptLimitsSchema, defaultAttemptLimits, type AttemptLimits } from '#shared/model/attempt-limits';
import { optionalEnv } from '../../runtime/environment';

/** How often an action may be attempted; times in seconds. */
export interface Limit {
  attempts: number;
  window: number;
  /** The pause after the last failure that fits into the window. */
  pause: number;
}

const quarterOfAnHour = 15 * 60;

/** The stage's numbers, or the defaults. Throws if the setting is malformed. */
function stageLimits(): AttemptLimits {
  const given = optionalEnv('ATTEMPT_LIMITS');
  return given === undefined ? defaultAttemptLimits : attemptLimitsSchema.parse(JSON.parse(given));
}

/** Failed passwords and codes of one account, or all attempts from one network address, which many people may share. */
export function failuresOf(what: 'account' | 'address'): Limit {
  const { perAccount, perAddress, windowMinutes, pauseMinutes } = stageLimits();
  return {
    attempts: what === 'account' ? perAccount : perAddress,
    window: windowMinutes * 60,
    pause: pauseMinutes * 60,
  };
}

export type MessageLimit = Omit<Limit, 'pause'>;

const hour = 60 * 60;
const day = 24 * hour;

/**
 * Limits of mails or SMS to one receiver, of messages requested from one network address, and of all SMS of the stage.
 */
export function messageLimits(of: 'mail' | 'sms' | 'address' | 'stage'): MessageLimit[] {
  const limits = stageLimits();
  const window = limits.windowMinutes * 60;
  if (of === 'stage') return [{ attempts: limits.smsADay, window: day }];
  if (of === 'address')
    return [
      { attempts: limits.messagesFromAddress, window },
      { attempts: limits.messagesFromAddressADay, window: day },
    ];
  return [
    { attempts: limits.messages, window: of === 'mail' ? Math.max(hour, window) : window },
    { attempts: limits.messagesADay, window: day },
  ];
}

/**
 * Seconds for which wrong passwords lock an account, by their number: 2^(n-5) from the fifth on, at most 15 minutes.
 * This is Cognito's own rule (developer guide, "Lockout behavior for failed sign-in attempts"), applied here to every
 * address alike, so that a lockout does not reveal whether the account exists.
 */
export const lockoutSeconds = (failures: number): number =>
  failures < 5 ? 0 : Math.min(quarterOfAnHour, 2 ** (failures - 5));

/** Seconds after the last wrong password after which counting begins again (same page). */
export const lockoutMemory = quarterOfAnHour;
