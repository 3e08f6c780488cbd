import { randomUUID } from 'node:crypto';
import type { PoolRecord, UserRecord } from '../store/records';
import { contactNoun } from './attributes';
import type { Cognito } from './cognito';
import { CognitoError, constraint, invalidParameter, notEmulated } from './errors';
import { findUser, holdersOf, isCaseSensitive } from './find';

/**
 * The name and attributes of a new user. In a pool with username attributes the given name is an address or number: it
 * becomes that attribute, and the user name is a UUID, the same as `sub` (developer guide, "Customizing sign-in
 * attributes").
 */
export function nameUser(
  pool: PoolRecord,
  given: string,
  attributes: Record<string, string>,
): Pick<UserRecord, 'sub' | 'username' | 'attributes'> {
  if (given.length > 128 || /\s/.test(given)) {
    throw constraint('username', 'Member must satisfy regular expression pattern: [\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+');
  }
  const sub = randomUUID();
  const aliases = pool.settings.UsernameAttributes ?? [];
  if (aliases.length === 0) return { sub, username: isCaseSensitive(pool) ? given : given.toLowerCase(), attributes };
  const alias = given.includes('@') ? 'email' : 'phone_number';
  if (!aliases.includes(alias))
    throw invalidParameter(`Username should be ${aliases[0] === 'email' ? 'an email' : 'a phone number'}.`);
  const named = attributes[alias];
  if (named !== undefined && named.toLowerCase() !== given.toLowerCase())
    throw notEmulated(`a user name that differs from the attribute ${alias}`);
  return { sub, username: sub, attributes: { ...attributes, [alias]: named ?? given } };
}

/** @throws UsernameExistsException if another user has the name, address or number, confirmed or not */
export function checkNameIsFree(
  cognito: Cognito,
  pool: PoolRecord,
  username: string,
  attributes: Record<string, string>,
): void {
  for (const attribute of pool.settings.UsernameAttributes ?? []) {
    const value = attributes[attribute];
    if (value !== undefined && holdersOf(cognito, pool, attribute, value).length > 0) {
      const message = `An account with the given ${contactNoun[attribute]} already exists.`;
      throw new CognitoError('UsernameExistsException', message);
    }
  }
  if (findUser(cognito, pool, username)) throw new CognitoError('UsernameExistsException', 'User already exists');
}

/** The verified flags of an address and a number, false by default. */
export function withVerifiedMarks(attributes: Record<string, string>): Record<string, string> {
  return {
    ...(attributes['email'] !== undefined && { email_verified: 'false' }),
    ...(attributes['phone_number'] !== undefined && { phone_number_verified: 'false' }),
    ...attributes,
  };
}

export const emptyUser = (cognito: Cognito, pool: PoolRecord) =>
  ({
    poolId: pool.id,
    created: cognito.clock.now(),
    modified: cognito.clock.now(),
    enabled: true,
    pending: {},
    groups: [],
    failures: {},
    codes: {},
    attempts: {},
    mfa: { sms: false, softwareToken: false },
  }) satisfies Partial<UserRecord>;
