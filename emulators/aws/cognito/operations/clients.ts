import type {
  AddUserPoolClientSecretRequest,
  AddUserPoolClientSecretResponse,
  CreateUserPoolClientRequest,
  CreateUserPoolClientResponse,
  DeleteUserPoolClientSecretRequest,
  DeleteUserPoolClientSecretResponse,
  DescribeUserPoolClientRequest,
  DescribeUserPoolClientResponse,
  ExplicitAuthFlowsType,
  ListUserPoolClientSecretsRequest,
  ListUserPoolClientSecretsResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { describeSecret, mostSecrets, secretId, secretsOf } from '../services/client-secrets';
import { describeClient } from '../services/describe';
import { CognitoError, constraint, invalidParameter, notEmulated, notFound } from '../services/errors';
import { clientById, poolById } from '../services/find';
import { operation, type Operation } from '../services/operation';
import { lifetime } from '../services/tokens';
import type { ClientRecord } from '../store/records';
import { lowercase, randomId } from '../store/store';

type Settings = ClientRecord['settings'];
type Given = Partial<
  Omit<CreateUserPoolClientRequest, 'UserPoolId' | 'ClientName' | 'GenerateSecret' | 'ClientSecret'>
>;

const clientSettingNames = [
  'ExplicitAuthFlows',
  'PreventUserExistenceErrors',
  'RefreshTokenValidity',
  'AccessTokenValidity',
  'IdTokenValidity',
  'TokenValidityUnits',
  'ReadAttributes',
  'WriteAttributes',
  'SupportedIdentityProviders',
  'AllowedOAuthFlowsUserPoolClient',
  'EnableTokenRevocation',
  'AuthSessionValidity',
  'RefreshTokenRotation',
] as const;

/** The flows of a client that names none (API_CreateUserPoolClient, ExplicitAuthFlows). */
const defaultFlows: ExplicitAuthFlowsType[] = ['ALLOW_CUSTOM_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_SRP_AUTH'];

function refuseUnsupported(given: Given): void {
  const legacy = given.ExplicitAuthFlows?.find((flow) => !flow.startsWith('ALLOW_'));
  if (legacy) throw notEmulated(`the ExplicitAuthFlows value ${legacy}`);
  const provider = given.SupportedIdentityProviders?.find((name) => name !== 'COGNITO');
  if (provider) throw notEmulated(`the identity provider ${provider}`);
  if (given.AllowedOAuthFlowsUserPoolClient) throw notEmulated('AllowedOAuthFlowsUserPoolClient true');
  if (given.EnableTokenRevocation === false) throw notEmulated('EnableTokenRevocation false');
  if (given.RefreshTokenRotation?.Feature === 'ENABLED') throw notEmulated('RefreshTokenRotation ENABLED');
}

const minute = 60;
const day = 86_400;

/** The settings in force: the given ones, with the service's defaults. @throws InvalidParameterException */
function clientSettings(given: Given): Settings {
  refuseUnsupported(given);
  const settings: Settings = {
    ...given,
    ExplicitAuthFlows: given.ExplicitAuthFlows?.length ? given.ExplicitAuthFlows : defaultFlows,
    RefreshTokenValidity: given.RefreshTokenValidity ?? 30,
    PreventUserExistenceErrors: given.PreventUserExistenceErrors ?? 'LEGACY',
    EnableTokenRevocation: true,
    AuthSessionValidity: given.AuthSessionValidity ?? 3,
  };
  const access = lifetime({ settings }, 'AccessToken');
  const id = lifetime({ settings }, 'IdToken');
  const refresh = lifetime({ settings }, 'RefreshToken');
  const between = (seconds: number, least: number, most: number) => seconds >= least && seconds <= most;
  const outOfRange = (rule: string) => invalidParameter(`Invalid range for token validity: ${rule}.`);
  if (!between(access, 5 * minute, day)) throw outOfRange('AccessTokenValidity must be between 5 minutes and 1 day');
  if (!between(id, 5 * minute, day)) throw outOfRange('IdTokenValidity must be between 5 minutes and 1 day');
  if (!between(refresh, 60 * minute, 3650 * day))
    throw outOfRange('RefreshTokenValidity must be between 60 minutes and 10 years');
  if (!between(settings.AuthSessionValidity ?? 3, 3, 15))
    throw invalidParameter('AuthSessionValidity must be between 3 and 15 minutes.');
  return settings;
}

export const clients: readonly Operation[] = [
  /** An app client. */
  operation<CreateUserPoolClientRequest, CreateUserPoolClientResponse>('CreateUserPoolClient')({
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
  }),
  /** An app client's settings. */
  operation<DescribeUserPoolClientRequest, DescribeUserPoolClientResponse>('DescribeUserPoolClient')({
    requires: ['UserPoolId', 'ClientId'],
    run: async (cognito, input) => ({
      UserPoolClient: describeClient(clientById(cognito, input.ClientId, poolById(cognito, input.UserPoolId)).client),
    }),
  }),
  /** Adds a second secret to a client that has one; the value is shown only if it is generated. */
  operation<AddUserPoolClientSecretRequest, AddUserPoolClientSecretResponse>('AddUserPoolClientSecret')({
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
  }),
  /** A client's secrets without their values, always in one page (API_ListUserPoolClientSecrets). */
  operation<ListUserPoolClientSecretsRequest, ListUserPoolClientSecretsResponse>('ListUserPoolClientSecrets')({
    requires: ['UserPoolId', 'ClientId'],
    run: async (cognito, input) => {
      const { client } = clientById(cognito, input.ClientId, poolById(cognito, input.UserPoolId));
      return { ClientSecrets: secretsOf(client).map((secret) => describeSecret(client, secret)) };
    },
  }),
  /** Removes one of two secrets (API_DeleteUserPoolClientSecret: the last one stays). */
  operation<DeleteUserPoolClientSecretRequest, DeleteUserPoolClientSecretResponse>('DeleteUserPoolClientSecret')({
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
  }),
];
