import type { ListGroupsRequest, ListGroupsResponse } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { describeGroup } from '../services/describe';
import { poolById } from '../services/find';
import { page } from '../services/paging';

/** A pool's groups. */
export const listGroups = operation<ListGroupsRequest, ListGroupsResponse>('ListGroups')({
  requires: ['UserPoolId'],
  takes: ['Limit', 'NextToken'],
  run: async (cognito, input) => {
    const pool = poolById(cognito, input.UserPoolId);
    const groups = [...cognito.store.groups.values()].filter((group) => group.poolId === pool.id);
    const { items, next } = page(groups, input.Limit, input.NextToken);
    return { Groups: items.map(describeGroup), ...(next !== undefined && { NextToken: next }) };
  },
});
