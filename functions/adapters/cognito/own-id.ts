import { UserNotFoundException } from '@aws-sdk/client-cognito-identity-provider';
import { ownIdAttribute } from '#shared/limits';
import { readPoolName } from '../users-table/profiles';
import { userPoolId } from './client';

/**
 * Cognito chooses a user's name, the `sub`, and a new pool into which users are restored chooses another one. The
 * portal's own id of a user is their first `sub`. Users whose name has changed have the own id in an attribute, and the
 * new name in their profile (decision 055).
 */
export const ownIdName = `custom:${ownIdAttribute}`;

/** The names of a user here and in Cognito. */
export interface Names {
  /** The portal's own id of the user, a UUID. */
  userId: string;
  /** Cognito's name of the user, where it is another one: they were restored into a new pool. */
  poolName?: string;
}

/** The names of a user whom Cognito calls `poolName`; `ownId` is the attribute's value, if they have it. */
export const namesOf = (poolName: string, ownId: string | undefined): Names =>
  ownId === undefined || ownId === poolName ? { userId: poolName } : { userId: ownId, poolName };

/** Cognito's name of a user whose names are known. */
export const poolNameOf = ({ userId, poolName }: Names): string => poolName ?? userId;

export const userOf = (name: string) => ({ UserPoolId: userPoolId(), Username: name });

/**
 * Sends an operation on a user, given by their own id. Only if Cognito knows no user by that name, the profile is read
 * for another one.
 */
export async function ofUser<T>(userId: string, send: (user: ReturnType<typeof userOf>) => Promise<T>): Promise<T> {
  try {
    return await send(userOf(userId));
  } catch (error) {
    const poolName = error instanceof UserNotFoundException ? await readPoolName(userId) : undefined;
    if (poolName === undefined) throw error;
    return send(userOf(poolName));
  }
}
