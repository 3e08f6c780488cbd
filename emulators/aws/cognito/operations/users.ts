import type {
  AdminCreateUserRequest,
  AdminCreateUserResponse,
  AdminDeleteUserRequest,
  AdminDisableUserRequest,
  AdminDisableUserResponse,
  AdminEnableUserRequest,
  AdminEnableUserResponse,
  AdminGetUserRequest,
  AdminGetUserResponse,
  GetUserRequest,
  GetUserResponse,
  ListUsersRequest,
  ListUsersResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { attributesOf, checkAttributes, readable, toList, toRecord } from '../services/attributes';
import type { Cognito } from '../services/cognito';
import { describeMfa, describeUser } from '../services/describe';
import { CognitoError, invalidParameter } from '../services/errors';
import { poolById, userByName } from '../services/find';
import { forgetUser } from '../services/forget-user';
import { sendCode } from '../services/messages';
import { checkNameIsFree, emptyUser, nameUser, withVerifiedMarks } from '../services/new-user';
import { operation, type Operation } from '../services/operation';
import { page } from '../services/paging';
import { checkPasswordPolicy, hashPassword, temporaryPassword, temporaryPasswordEnd } from '../services/passwords';
import { authorize, revokeAll } from '../services/tokens';
import type { ContactAttribute, PoolRecord, UserRecord } from '../store/records';

/** The attributes that ListUsers can search by (API_ListUsers, Filter). */
const searchable = [
  'username',
  'email',
  'phone_number',
  'name',
  'given_name',
  'family_name',
  'preferred_username',
  'sub',
];

function valueOf(user: UserRecord, attribute: string): string {
  if (attribute === 'cognito:user_status') return user.status;
  if (attribute === 'status') return user.enabled ? 'Enabled' : 'Disabled';
  if (attribute === 'username') return user.username;
  if (attribute === 'sub') return user.sub;
  return user.attributes[attribute] ?? '';
}

/** Reads `attribute = "value"` or `attribute ^= "value"`. @throws InvalidParameterException for any other text */
function userFilter(filter: string | undefined): (user: UserRecord) => boolean {
  if (filter === undefined || filter.trim() === '') return () => true;
  const [, attribute = '', operator, quoted = ''] =
    /^\s*"?([\w:]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(filter) ?? [];
  if (operator === undefined) throw invalidParameter('Error while parsing filter');
  const exact = ['cognito:user_status', 'status'];
  if (!searchable.includes(attribute) && !exact.includes(attribute))
    throw invalidParameter(`Invalid search attribute: ${attribute}`);
  const sought = quoted.replaceAll(/\\(.)/g, '$1').toLowerCase();
  return (user) => {
    const value = valueOf(user, attribute).toLowerCase();
    return operator === '=' ? value === sought : value.startsWith(sought);
  };
}

/** Sends the temporary password: to the number if there is one, otherwise by mail. */
async function sendInvitation(cognito: Cognito, pool: PoolRecord, user: UserRecord, code: string): Promise<void> {
  const attribute: ContactAttribute = user.attributes['phone_number'] === undefined ? 'email' : 'phone_number';
  const to = user.attributes[attribute];
  if (to === undefined) throw invalidParameter(`User has no ${attribute} to deliver the invitation to`);
  await sendCode(cognito, { pool, user, source: 'AdminCreateUser', attribute, to, code });
}

/** Gives a user who never signed in a new temporary password and sends it (MessageAction RESEND). */
async function resendInvitation(
  cognito: Cognito,
  pool: PoolRecord,
  input: Pick<AdminCreateUserRequest, 'TemporaryPassword'> & { Username: string },
): Promise<AdminCreateUserResponse> {
  const user = userByName(cognito, pool, input.Username);
  if (user.status !== 'FORCE_CHANGE_PASSWORD') {
    throw new CognitoError('UnsupportedUserStateException', 'Resend not possible. Status is not FORCE_CHANGE_PASSWORD');
  }
  const password = input.TemporaryPassword ?? temporaryPassword(pool);
  checkPasswordPolicy(pool, password);
  const hash = await hashPassword(cognito, password);
  await cognito.store.users.change(user.sub, (changed) => {
    changed.password = hash;
    changed.temporaryUntil = temporaryPasswordEnd(pool, cognito.clock.now());
    changed.modified = cognito.clock.now();
  });
  await sendInvitation(cognito, pool, user, password);
  return { User: describeUser(user) };
}

export const users: readonly Operation[] = [
  /** The signed-in user, as far as the client may read. */
  operation<GetUserRequest, GetUserResponse>('GetUser')({
    requires: ['AccessToken'],
    run: async (cognito, input) => {
      const { client, user } = await authorize(cognito, input.AccessToken);
      return {
        Username: user.username,
        UserAttributes: toList(readable(client, attributesOf(user))),
        ...describeMfa(user),
      };
    },
  }),
  /** A user with all attributes. */
  operation<AdminGetUserRequest, AdminGetUserResponse>('AdminGetUser')({
    requires: ['UserPoolId', 'Username'],
    run: async (cognito, input) => {
      const user = userByName(cognito, poolById(cognito, input.UserPoolId), input.Username);
      const { Attributes, ...described } = describeUser(user);
      return { ...described, Username: user.username, UserAttributes: Attributes, ...describeMfa(user) };
    },
  }),
  /** A pool's users in pages of 60 at most, all or those that a filter finds. */
  operation<ListUsersRequest, ListUsersResponse>('ListUsers')({
    requires: ['UserPoolId'],
    takes: ['Filter', 'Limit', 'PaginationToken'],
    run: async (cognito, input) => {
      const pool = poolById(cognito, input.UserPoolId);
      const matches = userFilter(input.Filter);
      const found = [...cognito.store.users.values()].filter((user) => user.poolId === pool.id && matches(user));
      const { items, next } = page(found, input.Limit, input.PaginationToken);
      return {
        Users: items.map(describeUser),
        ...(next !== undefined && { PaginationToken: next }),
      };
    },
  }),
  /** A user with a temporary password; an invitation with it is sent unless that is suppressed. */
  operation<AdminCreateUserRequest, AdminCreateUserResponse>('AdminCreateUser')({
    requires: ['UserPoolId', 'Username'],
    takes: ['UserAttributes', 'TemporaryPassword', 'MessageAction'],
    run: async (cognito, input) => {
      const pool = poolById(cognito, input.UserPoolId);
      if (input.MessageAction === 'RESEND') return resendInvitation(cognito, pool, input);
      const { sub, username, attributes } = nameUser(pool, input.Username, toRecord(input.UserAttributes));
      const password = input.TemporaryPassword ?? temporaryPassword(pool);
      checkPasswordPolicy(pool, password);
      checkAttributes(pool, attributes);
      const hash = await hashPassword(cognito, password);
      checkNameIsFree(cognito, pool, username, attributes);
      const user: UserRecord = {
        ...emptyUser(cognito, pool),
        sub,
        username,
        status: 'FORCE_CHANGE_PASSWORD',
        attributes: withVerifiedMarks(attributes),
        password: hash,
        temporaryUntil: temporaryPasswordEnd(pool, cognito.clock.now()),
      };
      await cognito.store.users.put(sub, user);
      if (input.MessageAction !== 'SUPPRESS') await sendInvitation(cognito, pool, user, password);
      return { User: describeUser(user) };
    },
  }),
  /** Deletes a user. */
  operation<AdminDeleteUserRequest, Record<string, never>>('AdminDeleteUser')({
    requires: ['UserPoolId', 'Username'],
    run: async (cognito, input) => {
      await forgetUser(cognito, userByName(cognito, poolById(cognito, input.UserPoolId), input.Username));
      return {};
    },
  }),
  /** Disables a user and ends all tokens. */
  operation<AdminDisableUserRequest, AdminDisableUserResponse>('AdminDisableUser')({
    requires: ['UserPoolId', 'Username'],
    run: async (cognito, input) => {
      const user = userByName(cognito, poolById(cognito, input.UserPoolId), input.Username);
      await cognito.store.users.change(user.sub, (changed) => {
        changed.enabled = false;
        changed.modified = cognito.clock.now();
      });
      await revokeAll(cognito, user);
      return {};
    },
  }),
  /** Lets a disabled user in again; tokens ended by the disabling stay ended. */
  operation<AdminEnableUserRequest, AdminEnableUserResponse>('AdminEnableUser')({
    requires: ['UserPoolId', 'Username'],
    run: async (cognito, input) => {
      const user = userByName(cognito, poolById(cognito, input.UserPoolId), input.Username);
      await cognito.store.users.change(user.sub, (changed) => {
        changed.enabled = true;
        changed.modified = cognito.clock.now();
      });
      return {};
    },
  }),
];
