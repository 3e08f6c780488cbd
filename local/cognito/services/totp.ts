import { createHmac, randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP = 30_000;

/** A new secret, 32 random bytes in base32 without padding, as Cognito's SecretCode is. */
export function newTotpSecret(): string {
  let bits = '';
  for (const byte of randomBytes(32)) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => ALPHABET.charAt(Number.parseInt(group.padEnd(5, '0'), 2)))
    .join('');
}

function decode(secret: string): Buffer {
  let bits = '';
  for (const letter of secret) bits += ALPHABET.indexOf(letter).toString(2).padStart(5, '0');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** RFC 6238 with SHA-1, six digits. */
function codeAt(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest[digest.length - 1] ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/**
 * The 30-second step that a code belongs to, or undefined. One step early or late is accepted (developer guide, "TOTP
 * software token MFA"). The time of the
 * world outside counts beside the emulator's: an authenticator app does not follow a clock that was moved on.
 */
export function matchingStep(secret: string, code: string, now: number): number | undefined {
  const key = decode(secret);
  const steps = [now, Date.now()].map((time) => Math.floor(time / STEP));
  return steps.flatMap((step) => [step, step - 1, step + 1]).find((step) => codeAt(key, step) === code);
}
