import type {
  AdminAddUserToGroupRequest,
  AdminListGroupsForUserRequest,
  AdminListGroupsForUserResponse,
  AdminRemoveUserFromGroupRequest,
  CreateGroupRequest,
  CreateGroupResponse,
  ListUsersInGroupRequest,
  ListUsersInGroupResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { describeGroup, describeUser } from '../services/describe';
import { CognitoError, constraint } from '../services/errors';
import { groupByName, poolById, userByName } from '../services/find';
import { operation, type Operation } from '../services/operation';
import { page } from '../services/paging';
import type { GroupRecord } from '../store/records';
import { groupId } from '../store/store';

export const groups: readonly Operation[] = [
  /** A group; its name is in `cognito:groups` of its members. */
  operation<CreateGroupRequest, CreateGroupResponse>('CreateGroup')({
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
  }),
  /** Adds a user to a group; tokens made from now on say so. */
  operation<AdminAddUserToGroupRequest, Record<string, never>>('AdminAddUserToGroup')({
    requires: ['UserPoolId', 'GroupName', 'Username'],
    run: async (cognito, input) => {
      const pool = poolById(cognito, input.UserPoolId);
      const { name } = groupByName(cognito, pool, input.GroupName);
      const user = userByName(cognito, pool, input.Username);
      if (!user.groups.includes(name))
        await cognito.store.users.change(user.sub, ({ groups }) => void groups.push(name));
      return {};
    },
  }),
  /** Takes a user out of a group. */
  operation<AdminRemoveUserFromGroupRequest, Record<string, never>>('AdminRemoveUserFromGroup')({
    requires: ['UserPoolId', 'GroupName', 'Username'],
    run: async (cognito, input) => {
      const pool = poolById(cognito, input.UserPoolId);
      const { name } = groupByName(cognito, pool, input.GroupName);
      const user = userByName(cognito, pool, input.Username);
      await cognito.store.users.change(user.sub, (changed) => {
        changed.groups = changed.groups.filter((group) => group !== name);
      });
      return {};
    },
  }),
  /** The groups of a user. */
  operation<AdminListGroupsForUserRequest, AdminListGroupsForUserResponse>('AdminListGroupsForUser')({
    requires: ['UserPoolId', 'Username'],
    takes: ['Limit', 'NextToken'],
    run: async (cognito, input) => {
      const pool = poolById(cognito, input.UserPoolId);
      const user = userByName(cognito, pool, input.Username);
      const { items, next } = page(user.groups, input.Limit, input.NextToken);
      const groups = items.map((name) => describeGroup(groupByName(cognito, pool, name)));
      return { Groups: groups, ...(next !== undefined && { NextToken: next }) };
    },
  }),
  /** The members of a group, disabled ones too, in pages of 60 at most (API_ListUsersInGroup). */
  operation<ListUsersInGroupRequest, ListUsersInGroupResponse>('ListUsersInGroup')({
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
  }),
];
