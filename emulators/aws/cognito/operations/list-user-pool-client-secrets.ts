import type {
  ListUserPoolClientSecretsRequest,
  ListUserPoolClientSecretsResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { describeSecret, secretsOf } from '../services/client-secrets';
import { clientById, poolById } from '../services/find';
import { operation } from '../services/operation';

/** A client's secrets without their values, always in one page (API_ListUserPoolClientSecrets). */
export const listUserPoolClientSecrets = operation<ListUserPoolClientSecretsRequest, ListUserPoolClientSecretsResponse>(
  'ListUserPoolClientSecrets',
)({
  requires: ['UserPoolId', 'ClientId'],
  run: async (cognito, input) => {
    const { client } = clientById(cognito, input.ClientId, poolById(cognito, input.UserPoolId));
    return { ClientSecrets: secretsOf(client).map((secret) => describeSecret(client, secret)) };
  },
});
