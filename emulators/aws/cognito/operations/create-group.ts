import type { CreateGroupRequest, CreateGroupResponse } from '@aws-sdk/client-cognito-identity-provider';
import { CognitoError, constraint } from '../services/errors';
import { operation } from '../services/operation';
import { describeGroup } from '../services/describe';
import { poolById } from '../services/find';
import type { GroupRecord } from '../store/records';
import { groupId } from '../store/store';

/** A group; its name is in `cognito:groups` of its members. */
export const createGroup = operation<CreateGroupRequest, CreateGroupResponse>('CreateGroup')({
  requires: ['UserPoolId', 'GroupName'],
  takes: ['Description', 'Precedence'],
  run: async (cognito, input) => {
    const pool = poolById(cognito, input.UserPoolId);
    const { GroupName: name, Description: description, Precedence: precedence } = input;
    if (!/^[\p{L}\p{M}\p{S}\p{N}\p{P}]{1,128}$/u.test(name)) {
      throw constraint(
        'groupName',
        'Member must satisfy regular expression pattern: [\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+',
      );
    }
    const id = groupId(pool.id, name);
    if (cognito.store.groups.get(id))
      throw new CognitoError('GroupExistsException', 'A group with the name already exists.');
    const now = cognito.clock.now();
    const group: GroupRecord = {
      poolId: pool.id,
      name,
      created: now,
      modified: now,
      ...(description !== undefined && { description }),
      ...(precedence !== undefined && { precedence }),
    };
    await cognito.store.groups.put(id, group);
    return { Group: describeGroup(group) };
  },
});
