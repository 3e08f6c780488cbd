import type { ListUsersRequest, ListUsersResponse } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { attributesOf } from '../services/attributes';
import { describeUser } from '../services/describe';
import { invalidParameter } from '../services/errors';
import { poolById } from '../services/find';
import { page } from '../services/paging';
import { userFilter } from '../services/user-filter';

/** A pool's users in pages of 60 at most, all or those that a filter finds. */
export const listUsers = operation<ListUsersRequest, ListUsersResponse>('ListUsers')({
  requires: ['UserPoolId'],
  takes: ['Filter', 'Limit', 'PaginationToken', 'AttributesToGet'],
  run: async (cognito, input) => {
    const pool = poolById(cognito, input.UserPoolId);
    const matches = userFilter(input.Filter);
    const found = [...cognito.store.users.values()].filter((user) => user.poolId === pool.id && matches(user));
    const { items, next } = page(found, input.Limit, input.PaginationToken);
    // API_ListUsers, AttributesToGet: an error if not all users in the results have set a value for the attribute.
    for (const name of input.AttributesToGet ?? [])
      if (!items.every((user) => attributesOf(user)[name]))
        throw invalidParameter(`Not all users have a value for the attribute ${name}`);
    return {
      Users: items.map((user) => describeUser(user, input.AttributesToGet)),
      ...(next !== undefined && { PaginationToken: next }),
    };
  },
});
