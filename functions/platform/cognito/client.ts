import { createHmac } from 'node:crypto';
import { CognitoIdentityProviderClient, UserNotFoundException } from '@aws-sdk/client-cognito-identity-provider';
import { callTimeout, ownIdAttribute } from '#shared/constants';
import { clientSecret } from '#functions/platform/secrets';
import { getItem } from '#functions/platform/dynamodb/items';
import { sortKeys, userKey, usersTable, type ProfileItem } from '#functions/platform/users-table';
import { requireEnv } from '#functions/platform/environment';

/** Milliseconds that one operation may take with all its tries; the rest of the call needs time too. */
const timeForOne = callTimeout * 1000 - 7_000;
/** Tries of a request that may be repeated. */
const maxAttempts = 2;

const settings = { connectionTimeout: 1000, throwOnRequestTimeout: true };

/** One client for each container, for requests that have the same result when they are repeated. */
export const cognito = new CognitoIdentityProviderClient({
  maxAttempts,
  requestHandler: { ...settings, requestTimeout: timeForOne / maxAttempts },
});

/**
 * For requests that Cognito refuses the second time, that use up a code, or that send a message (5 seconds): the SDK
 * never repeats them, so a lost response is an outage. Each has a connection of its own: a frozen one may be gone.
 */
export const cognitoOnce = new CognitoIdentityProviderClient({
  maxAttempts: 1,
  requestHandler: {
    ...settings,
    requestTimeout: timeForOne,
    httpAgent: { keepAlive: false },
    httpsAgent: { keepAlive: false },
  },
});

/** Seconds that Cognito's codes are valid (developer guide, "Code quotas"). */
export const codeLifetime = { proof: 24 * 60 * 60, reset: 60 * 60 };

/** The app client. Requests that name it alone, without IAM, also need its secret ({@link secretHash}). */
export const clientId = (): string => requireEnv('USER_POOL_CLIENT_ID');
export const userPoolId = (): string => requireEnv('USER_POOL_ID');

/**
 * The proof that a request comes from the app client: HMAC-SHA256 of user name and client id under the client's secret
 * (Cognito developer guide, "Computing secret hash values"). `username` is the name that the request gives; for a
 * refresh token, which gives none, it is the user's own name, the sub.
 */
export const secretHash = async (username: string): Promise<string> =>
  createHmac('sha256', await clientSecret())
    .update(`${username}${clientId()}`)
    .digest('base64');

/**
 * Cognito chooses a user's name, the `sub`, and a new pool into which users are restored chooses another one. The
 * portal's own id of a user is their first `sub`. Users whose name has changed have the own id in an attribute, and the
 * new name in their profile (decisions/accounts).
 */
export const ownIdName = `custom:${ownIdAttribute}`;

export interface Names {
  /** The portal's own id of the user, a UUID. */
  userId: string;
  /** Cognito's name of the user, where it is another one: they were restored into a new pool. */
  poolName?: string;
}

/** The names of a user whom Cognito calls `poolName`; `ownId` is the attribute's value, if they have it. */
export const namesOf = (poolName: string, ownId: string | undefined): Names =>
  ownId === undefined || ownId === poolName ? { userId: poolName } : { userId: ownId, poolName };

export const poolNameOf = ({ userId, poolName }: Names): string => poolName ?? userId;

export const userOf = (name: string) => ({ UserPoolId: userPoolId(), Username: name });

/** Cognito's name of a user, if it is not their id (decisions/accounts). */
const readPoolName = async (userId: string): Promise<string | undefined> =>
  (await getItem<Partial<ProfileItem>>(usersTable(), { pk: userKey(userId), sk: sortKeys.profile }))?.poolName;

/** Sends an operation on a user by their own id; if Cognito knows no such name, by the one in the profile. */
export async function ofUser<T>(userId: string, send: (user: ReturnType<typeof userOf>) => Promise<T>): Promise<T> {
  try {
    return await send(userOf(userId));
  } catch (error) {
    const poolName = error instanceof UserNotFoundException ? await readPoolName(userId) : undefined;
    if (poolName === undefined) throw error;
    return send(userOf(poolName));
  }
}
