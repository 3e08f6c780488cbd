import type { DeleteUserPoolRequest } from '@aws-sdk/client-cognito-identity-provider';
import { invalidParameter } from '../services/errors';
import { operation } from '../services/operation';
import { forgetUser } from '../services/forget-user';
import { poolById } from '../services/find';

const protectedText =
  'The user pool cannot be deleted because deletion protection is activated. Deletion protection must be ' +
  'inactivated first.';

/** Deletes a pool with everything in it, unless it is protected. */
export const deleteUserPool = operation<DeleteUserPoolRequest, Record<string, never>>('DeleteUserPool')({
  requires: ['UserPoolId'],
  run: async (cognito, input) => {
    const pool = poolById(cognito, input.UserPoolId);
    if (pool.settings.DeletionProtection === 'ACTIVE') {
      throw invalidParameter(protectedText);
    }
    const { pools, clients, groups, users } = cognito.store;
    const ofPool = <T extends { poolId: string }>(all: Iterable<[string, T]>) =>
      [...all].filter(([, record]) => record.poolId === pool.id);
    for (const [, user] of ofPool(users.entries())) await forgetUser(cognito, user);
    for (const [id] of ofPool(groups.entries())) await groups.remove(id);
    for (const [id] of ofPool(clients.entries())) await clients.remove(id);
    await pools.remove(pool.id);
    return {};
  },
});
