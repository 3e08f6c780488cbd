import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { CognitoError, constraint } from './errors';
import type { PasswordHash, PoolRecord } from '../store/records';
import type { Cognito } from './cognito';
import type { PasswordPolicyType } from '@aws-sdk/client-cognito-identity-provider';

const derive = (password: string, salt: Buffer, cost: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, 32, { N: cost, r: 8, p: 1 }, (error, key) => (error ? reject(error) : resolve(key)));
  });

export async function hashPassword({ passwordCost: cost }: Cognito, password: string): Promise<PasswordHash> {
  const salt = randomBytes(16);
  return { hash: (await derive(password, salt, cost)).toString('base64'), salt: salt.toString('base64'), cost };
}

/** Takes the same time without a password to compare with, so that the time does not reveal who has an account. */
export async function matchesPassword(
  { passwordCost }: Cognito,
  password: string,
  kept: PasswordHash | undefined,
): Promise<boolean> {
  const salt = kept ? Buffer.from(kept.salt, 'base64') : Buffer.alloc(16);
  const key = await derive(password, salt, kept?.cost ?? passwordCost);
  return kept !== undefined && timingSafeEqual(key, Buffer.from(kept.hash, 'base64'));
}

const symbols = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/;

const everyRule: PasswordPolicyType = {
  MinimumLength: 8,
  RequireUppercase: true,
  RequireLowercase: true,
  RequireNumbers: true,
  RequireSymbols: true,
};

/** The pool's rules: those of its policy; without a policy, all of them (API_PasswordPolicyType). */
export const passwordPolicy = ({ settings }: PoolRecord) => ({
  TemporaryPasswordValidityDays: 7,
  ...(settings.Policies?.PasswordPolicy ?? everyRule),
});

/**
 * What the service's request validation lets through: no white space at either end (developer guide, "Adding user pool
 * password requirements": "non-leading, non-trailing space characters"), no line break. The pattern is that of the real
 * service's message; the API reference still shows an older one.
 * @param member the parameter's name
 * @throws InvalidParameterException
 */
export function checkPasswordForm(member: string, password: string): void {
  if (!/^\S.*\S$/.test(password))
    throw constraint(member, 'Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$');
  if (password.length > 256) throw constraint(member, 'Member must have length less than or equal to 256');
}

/**
 * @throws InvalidPasswordException with Cognito's sentence for the first broken rule, InvalidParameterException for a
 * text that no pool takes
 */
export function checkPasswordPolicy(pool: PoolRecord, password: string, member = 'password'): void {
  checkPasswordForm(member, password);
  const policy = passwordPolicy(pool);
  const refuse = (reason: string): never => {
    throw new CognitoError('InvalidPasswordException', `Password did not conform with policy: ${reason}`);
  };
  if (password.length < (policy.MinimumLength ?? 8)) refuse('Password not long enough');
  if (policy.RequireUppercase && !/[A-Z]/.test(password)) refuse('Password must have uppercase characters');
  if (policy.RequireLowercase && !/[a-z]/.test(password)) refuse('Password must have lowercase characters');
  if (policy.RequireNumbers && !/\d/.test(password)) refuse('Password must have numeric characters');
  if (policy.RequireSymbols && !symbols.test(password)) refuse('Password must have symbol characters');
}

/** When a temporary password set now ends, in unix milliseconds. */
export const temporaryPasswordEnd = (pool: PoolRecord, now: number): number =>
  now + (passwordPolicy(pool).TemporaryPasswordValidityDays ?? 7) * 86_400_000;

/** A temporary password that every policy accepts. */
export function temporaryPassword(pool: PoolRecord): string {
  const kinds = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!@#%&*'];
  const length = Math.max(12, passwordPolicy(pool).MinimumLength ?? 8);
  const pick = (from: string) => from.charAt(randomInt(from.length));
  return Array.from({ length }, (_, index) => pick(kinds[index % kinds.length] ?? '')).join('');
}
