import { timingSafeEqual } from 'node:crypto';
import type { ClientRecord, GroupRecord, PoolRecord, UserRecord } from '../store/records';
import { groupId, userKeys } from '../store/store';
import { secretHash, secretsOf } from './client-secrets';
import type { Cognito } from './cognito';
import { constraint, notAuthorized, notFound, userDoesNotExist } from './errors';

/** @throws ResourceNotFoundException */
export function poolById(cognito: Cognito, id: string): PoolRecord {
  if (!/^[\w-]+_[0-9a-zA-Z]+$/.test(id))
    throw constraint('userPoolId', 'Member must satisfy regular expression pattern: [\\w-]+_[0-9a-zA-Z]+');
  const pool = cognito.store.pools.get(id);
  if (!pool) throw notFound(`User pool ${id} does not exist.`);
  return pool;
}

/** @throws ResourceNotFoundException, also if the client belongs to another pool */
export function clientById(
  cognito: Cognito,
  id: string,
  pool?: PoolRecord,
): { client: ClientRecord; pool: PoolRecord } {
  const client = cognito.store.clients.get(id);
  if (!client || (pool && client.poolId !== pool.id)) throw notFound(`User pool client ${id} does not exist.`);
  return { client, pool: pool ?? poolById(cognito, client.poolId) };
}

export function groupByName(cognito: Cognito, pool: PoolRecord, name: string): GroupRecord {
  const group = cognito.store.groups.get(groupId(pool.id, name));
  if (!group) throw notFound('Group not found.');
  return group;
}

/** The users of the pool whose address or number this is. */
export function holdersOf(
  cognito: Cognito,
  pool: PoolRecord,
  attribute: 'email' | 'phone_number',
  value: string,
): UserRecord[] {
  const found = cognito.store.users.find(userKeys[attribute](pool.id, value));
  return isCaseSensitive(pool) ? found.filter((user) => user.attributes[attribute] === value) : found;
}

/** `UsernameConfiguration.CaseSensitive` is true unless it is set (API_UsernameConfigurationType). */
export const isCaseSensitive = (pool: PoolRecord): boolean =>
  pool.settings.UsernameConfiguration?.CaseSensitive !== false;

/** Finds a user by user name, `sub`, or one of the pool's username attributes. */
export function findUser(cognito: Cognito, pool: PoolRecord, name: string): UserRecord | undefined {
  const bySub = cognito.store.users.get(name);
  if (bySub?.poolId === pool.id) return bySub;
  const byUsername = cognito.store.users
    .find(userKeys.username(pool.id, name))
    .find((user) => !isCaseSensitive(pool) || user.username === name);
  if (byUsername) return byUsername;
  for (const attribute of pool.settings.UsernameAttributes ?? []) {
    const holder = holdersOf(cognito, pool, attribute, name)[0];
    if (holder) return holder;
  }
  return undefined;
}

/** For the operations of administrators. @throws UserNotFoundException */
export function userByName(cognito: Cognito, pool: PoolRecord, name: string): UserRecord {
  const user = findUser(cognito, pool, name);
  if (!user) throw userDoesNotExist();
  return user;
}

/**
 * A client with a secret must prove it: HMAC-SHA256 of the user name and the client's id (developer guide, "Computing
 * secret hash values"). The hash may use the given name or the user's own. The texts: github.com/aws-amplify/
 * amplify-android/issues/2504, github.com/aws/aws-sdk-net-extensions-cognito/issues/122.
 */
export function checkSecretHash(
  client: ClientRecord,
  given: string | undefined,
  username: string,
  user?: UserRecord,
): void {
  const secrets = secretsOf(client);
  if (secrets.length === 0) {
    if (given !== undefined)
      throw notAuthorized(`Client ${client.id} is not configured for secret but secret was received`);
    return;
  }
  if (given === undefined)
    throw notAuthorized(`Client ${client.id} is configured with secret but SECRET_HASH was not received`);
  const bytes = Buffer.from(given, 'base64');
  const names = user ? [username, user.username] : [username];
  const expected = names.flatMap((name) =>
    secrets.map(({ value }) => Buffer.from(secretHash({ id: client.id, secret: value }, name), 'base64')),
  );
  const matches = expected.some((one) => bytes.length === one.length && timingSafeEqual(bytes, one));
  if (!matches) throw notAuthorized(`SecretHash does not match for the client: ${client.id}`);
}

/** Whether the client hides who has an account (developer guide, "Managing user existence error responses"). */
export const hidesUsers = (client: ClientRecord): boolean => client.settings.PreventUserExistenceErrors === 'ENABLED';
