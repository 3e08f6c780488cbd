import { Secret, TOTP } from 'otpauth';

const stepMs = 30_000;

/** A new secret, 32 random bytes in base32 without padding, as Cognito's SecretCode is. */
export const newTotpSecret = (): string => new Secret({ size: 32 }).base32;

/**
 * The 30-second step that a code belongs to, or undefined. One step early or late is accepted (developer guide, "TOTP
 * software token MFA"). Real time is accepted in addition to the emulator's (`now`, unix milliseconds), because an
 * authenticator app does not follow an advanced clock.
 */
export function matchingStep(secret: string, code: string, now: number): number | undefined {
  const totp = new TOTP({ secret });
  for (const timestamp of [now, Date.now()]) {
    const delta = totp.validate({ token: code, timestamp, window: 1 });
    if (delta !== null) return Math.floor(timestamp / stepMs) + delta;
  }
  return undefined;
}
