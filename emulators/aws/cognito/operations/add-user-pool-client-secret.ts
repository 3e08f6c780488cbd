import type {
  AddUserPoolClientSecretRequest,
  AddUserPoolClientSecretResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { describeSecret, mostSecrets, secretsOf } from '../services/client-secrets';
import { CognitoError, constraint, invalidParameter } from '../services/errors';
import { clientById, poolById } from '../services/find';
import { operation } from '../services/operation';
import { lowercase, randomId } from '../services/random-id';

/** Adds a second secret to a client that has one; the value is shown only if it is generated. */
export const addUserPoolClientSecret = operation<AddUserPoolClientSecretRequest, AddUserPoolClientSecretResponse>(
  'AddUserPoolClientSecret',
)({
  requires: ['UserPoolId', 'ClientId'],
  takes: ['ClientSecret'],
  run: async (cognito, input) => {
    const { client } = clientById(cognito, input.ClientId, poolById(cognito, input.UserPoolId));
    const { ClientSecret: given } = input;
    if (given !== undefined && !/^[\w+]{24,64}$/.test(given))
      throw constraint('ClientSecret', 'Member must satisfy regular expression pattern: [\\w+]+, of length 24 to 64');
    const secrets = secretsOf(client);
    const newest = secrets.at(-1);
    if (!newest) throw invalidParameter('The client has no secret, so none can be added.');
    if (secrets.length >= mostSecrets)
      throw new CognitoError('LimitExceededException', `A client has at most ${mostSecrets} secrets.`);
    const value = given ?? randomId(51, lowercase);
    // The time is part of the id.
    const added = { value, created: Math.max(cognito.clock.now(), newest.created + 1) };
    await cognito.store.clients.change(client.id, (changed) => {
      changed.addedSecrets = [...(changed.addedSecrets ?? []), added];
    });
    return {
      ClientSecretDescriptor: {
        ...describeSecret(client, added),
        ...(given === undefined && { ClientSecretValue: value }),
      },
    };
  },
});
