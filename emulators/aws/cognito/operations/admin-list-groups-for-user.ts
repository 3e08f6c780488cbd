import type {
  AdminListGroupsForUserRequest,
  AdminListGroupsForUserResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { describeGroup } from '../services/describe';
import { groupByName, poolById, userByName } from '../services/find';
import { page } from '../services/paging';

/** The groups of a user. */
export const adminListGroupsForUser = operation<AdminListGroupsForUserRequest, AdminListGroupsForUserResponse>(
  'AdminListGroupsForUser',
)({
  requires: ['UserPoolId', 'Username'],
  takes: ['Limit', 'NextToken'],
  run: async (cognito, input) => {
    const pool = poolById(cognito, input.UserPoolId);
    const user = userByName(cognito, pool, input.Username);
    const { items, next } = page(user.groups, input.Limit, input.NextToken);
    const groups = items.map((name) => describeGroup(groupByName(cognito, pool, name)));
    return { Groups: groups, ...(next !== undefined && { NextToken: next }) };
  },
});
