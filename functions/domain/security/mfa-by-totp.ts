import { confirmApp, newAppSecret } from '../../adapters/cognito/own-account';
import type { Caller, Origin } from '../caller';
import { enableMfa, requireMfaOff } from './mfa';
import { ownToken } from './own-token';
import { sessionGone } from './session-gone';
import { newRecoveryCodes } from './recovery-codes';

/** The name that an authenticator app shows. */
const issuer = 'Revonizer';

/**
 * A new secret (base32) for an authenticator app, and the URI for its QR code (Key URI format; SHA-1, 6 digits and 30
 * seconds are its defaults).
 */
export async function setUpTotp(caller: Caller): Promise<{ secret: string; otpauthUri: string }> {
  await requireMfaOff(caller);
  const secret = await newAppSecret(await ownToken(caller));
  if (secret === undefined) throw await sessionGone(caller);
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(caller.profile.email)}`;
  return { secret, otpauthUri: `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}` };
}

/** Switches two-step sign-in by an app on with its code. Returns ten recovery codes, which are shown only now. */
export async function verifyTotp(caller: Caller, code: string, from: Origin): Promise<string[]> {
  await requireMfaOff(caller);
  const token = await ownToken(caller);
  return enableMfa(caller, from, {
    method: 'totp',
    code,
    check: (digits) => confirmApp(token, digits),
    prepare: () => newRecoveryCodes(caller.userId),
  });
}
