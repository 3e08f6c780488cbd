import type {
  CreateUserPoolClientRequest,
  CreateUserPoolClientResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { clientSettingNames, clientSettings } from '../services/client-settings';
import { describeClient } from '../services/describe';
import { poolById } from '../services/find';
import { lowercase, randomId } from '../services/random-id';
import type { ClientRecord } from '../store/records';

/** An app client. OAuth settings are kept; there is no hosted sign-in page that would follow them. */
export const createUserPoolClient = operation<CreateUserPoolClientRequest, CreateUserPoolClientResponse>(
  'CreateUserPoolClient',
)({
  requires: ['UserPoolId', 'ClientName'],
  takes: ['GenerateSecret', ...clientSettingNames],
  run: async (cognito, input) => {
    const pool = poolById(cognito, input.UserPoolId);
    const { UserPoolId: _pool, ClientName: name, GenerateSecret: secret, ...given } = input;
    const now = cognito.clock.now();
    const client: ClientRecord = {
      id: randomId(26, lowercase),
      poolId: pool.id,
      name,
      created: now,
      modified: now,
      settings: clientSettings(given),
      ...(secret && { secret: randomId(51, lowercase) }),
    };
    await cognito.store.clients.put(client.id, client);
    return { UserPoolClient: describeClient(client) };
  },
});
