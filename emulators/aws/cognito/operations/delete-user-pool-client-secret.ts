import type {
  DeleteUserPoolClientSecretRequest,
  DeleteUserPoolClientSecretResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { secretId, secretsOf } from '../services/client-secrets';
import { invalidParameter, notFound } from '../services/errors';
import { clientById, poolById } from '../services/find';
import { operation } from '../services/operation';

/** Removes one of two secrets (API_DeleteUserPoolClientSecret: the last one stays). */
export const deleteUserPoolClientSecret = operation<
  DeleteUserPoolClientSecretRequest,
  DeleteUserPoolClientSecretResponse
>('DeleteUserPoolClientSecret')({
  requires: ['UserPoolId', 'ClientId', 'ClientSecretId'],
  run: async (cognito, input) => {
    const { client } = clientById(cognito, input.ClientId, poolById(cognito, input.UserPoolId));
    const secrets = secretsOf(client);
    const removed = secrets.find((secret) => secretId(client, secret) === input.ClientSecretId);
    if (!removed) throw notFound(`Client secret ${input.ClientSecretId} does not exist.`);
    if (secrets.length === 1) throw invalidParameter('The last secret of a client cannot be deleted.');
    await cognito.store.clients.change(client.id, (changed) => {
      changed.addedSecrets = (changed.addedSecrets ?? []).filter(({ created }) => created !== removed.created);
      if (changed.created === removed.created) delete changed.secret;
    });
    return {};
  },
});
