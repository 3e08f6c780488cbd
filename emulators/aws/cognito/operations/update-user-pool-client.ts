import type {
  UpdateUserPoolClientRequest,
  UpdateUserPoolClientResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { clientSettingNames, clientSettings } from '../services/client-settings';
import { describeClient } from '../services/describe';
import { clientById, poolById } from '../services/find';

/** Sets all settings: one that is not given goes back to its default (API_UpdateUserPoolClient). */
export const updateUserPoolClient = operation<UpdateUserPoolClientRequest, UpdateUserPoolClientResponse>(
  'UpdateUserPoolClient',
)({
  requires: ['UserPoolId', 'ClientId'],
  takes: ['ClientName', ...clientSettingNames],
  run: async (cognito, input) => {
    const { client } = clientById(cognito, input.ClientId, poolById(cognito, input.UserPoolId));
    const { UserPoolId: _pool, ClientId: _id, ClientName: name, ...given } = input;
    const settings = clientSettings(given);
    await cognito.store.clients.change(client.id, (changed) => {
      changed.name = name ?? changed.name;
      changed.settings = settings;
      changed.modified = cognito.clock.now();
    });
    return { UserPoolClient: describeClient(client) };
  },
});
