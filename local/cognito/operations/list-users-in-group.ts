import type { ListUsersInGroupRequest, ListUsersInGroupResponse } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { describeUser } from '../services/describe';
import { groupByName, poolById } from '../services/find';
import { page } from '../services/paging';

/** The members of a group. */
export const listUsersInGroup = operation<ListUsersInGroupRequest, ListUsersInGroupResponse>('ListUsersInGroup')({
  requires: ['UserPoolId', 'GroupName'],
  takes: ['Limit', 'NextToken'],
  run: async (cognito, input) => {
    const pool = poolById(cognito, input.UserPoolId);
    const { name } = groupByName(cognito, pool, input.GroupName);
    const members = [...cognito.store.users.values()].filter(
      (user) => user.poolId === pool.id && user.groups.includes(name),
    );
    const { items, next } = page(members, input.Limit, input.NextToken);
    return { Users: items.map((user) => describeUser(user)), ...(next !== undefined && { NextToken: next }) };
  },
});
