import type {
  AddCustomAttributesRequest,
  AddCustomAttributesResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { constraint, invalidParameter } from '../services/errors';
import { operation } from '../services/operation';
import { poolById } from '../services/find';
import { poolSchema } from '../services/schema';

/** Adds custom attributes to a pool; none can be changed or removed later (API_AddCustomAttributes). */
export const addCustomAttributes = operation<AddCustomAttributesRequest, AddCustomAttributesResponse>(
  'AddCustomAttributes',
)({
  requires: ['UserPoolId', 'CustomAttributes'],
  takes: [],
  run: async (cognito, input) => {
    const pool = poolById(cognito, input.UserPoolId);
    const given = input.CustomAttributes ?? [];
    if (given.length > 25) throw constraint('customAttributes', 'Member must have length less than or equal to 25');
    if (given.some(({ Name = '' }) => Name.length > 20))
      throw constraint('customAttributes', 'Member must have length less than or equal to 20');
    const added = poolSchema(given).filter(({ Name = '' }) => Name.startsWith('custom:'));
    const twice = added.find(({ Name }) => pool.schema.some((one) => one.Name === Name));
    if (twice) throw invalidParameter(`${twice.Name}: Existing attribute already has name ${twice.Name}.`);
    await cognito.store.pools.change(pool.id, (changed) => {
      changed.schema.push(...added);
      changed.modified = cognito.clock.now();
    });
    return {};
  },
});
