import type { GetGroupRequest, GetGroupResponse } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { describeGroup } from '../services/describe';
import { groupByName, poolById } from '../services/find';

/** One group. */
export const getGroup = operation<GetGroupRequest, GetGroupResponse>('GetGroup')({
  requires: ['UserPoolId', 'GroupName'],
  run: async (cognito, input) => ({
    Group: describeGroup(groupByName(cognito, poolById(cognito, input.UserPoolId), input.GroupName)),
  }),
});
