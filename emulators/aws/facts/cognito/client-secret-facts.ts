import { createHmac } from 'node:crypto';
import {
  AddUserPoolClientSecretCommand,
  AdminInitiateAuthCommand,
  CreateUserPoolClientCommand,
  DeleteUserPoolClientSecretCommand,
  DescribeUserPoolClientCommand,
  ListUserPoolClientSecretsCommand,
  type ClientSecretDescriptorType,
} from '@aws-sdk/client-cognito-identity-provider';
import { same, type Fact, readUntil } from '../../../platform/facts';
import { address, api, refusalName, password, setPassword, type PoolSandbox } from './cognito-sandbox';

/** A client with one secret, in the facts' pool. */
async function confidentialClient({ client, pool }: PoolSandbox) {
  const { UserPoolClient } = await client.send(
    new CreateUserPoolClientCommand({
      ...pool,
      ClientName: 'secrets',
      GenerateSecret: true,
      ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    }),
  );
  const of = { ...pool, ClientId: UserPoolClient?.ClientId ?? '' };
  const signIn = (secret = '') =>
    refusalName(
      client.send(
        new AdminInitiateAuthCommand({
          ...of,
          AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
          AuthParameters: {
            USERNAME: address,
            PASSWORD: password,
            SECRET_HASH: createHmac('sha256', secret).update(`${address}${of.ClientId}`).digest('base64'),
          },
        }),
      ),
    );
  return {
    secret: UserPoolClient?.ClientSecret,
    add: async () => (await client.send(new AddUserPoolClientSecretCommand(of))).ClientSecretDescriptor ?? {},
    list: async () => (await client.send(new ListUserPoolClientSecretsCommand(of))).ClientSecrets ?? [],
    remove: (ClientSecretId = '') => client.send(new DeleteUserPoolClientSecretCommand({ ...of, ClientSecretId })),
    describe: async () => (await client.send(new DescribeUserPoolClientCommand(of))).UserPoolClient ?? {},
    /** The outcome of a sign-in, once it is the expected one or ten seconds are over. */
    signsIn: (secret: string | undefined, expected: string) =>
      readUntil(
        () => signIn(secret),
        (outcome) => outcome === expected,
      ),
  };
}

const oldestFirst = (one: ClientSecretDescriptorType, other: ClientSecretDescriptorType): number =>
  Number(one.ClientSecretCreateDate) - Number(other.ClientSecretCreateDate);

/** How the secret of the app client is renewed (decisions/sessions; docs/runbook.md, "Renewing secrets"). */
export const clientSecretFacts: readonly Fact<PoolSandbox>[] = [
  {
    id: 'two-secrets-of-a-client',
    says: 'A client has at most two secrets; both are accepted while both exist, and a removed one is not.',
    page: `${api}/API_AddUserPoolClientSecret.html`,
    async check(sandbox) {
      await setPassword(sandbox, true);
      const client = await confidentialClient(sandbox);
      const { ClientSecretValue: added } = await client.add();
      same('the second one', 'none', await client.signsIn(added, 'none'));
      same('the first one', 'none', await client.signsIn(client.secret, 'none'));
      same('a third one', 'LimitExceededException', await refusalName(client.add()));
      const [first] = (await client.list()).toSorted(oldestFirst);
      await client.remove(first?.ClientSecretId);
      const refused = 'NotAuthorizedException';
      same('the removed one', refused, await client.signsIn(client.secret, refused));
      same('the one that stays', 'none', await client.signsIn(added, 'none'));
    },
  },
  {
    id: 'a-client-keeps-one-secret',
    says: 'The last secret of a client cannot be deleted: InvalidParameterException.',
    page: `${api}/API_DeleteUserPoolClientSecret.html`,
    async check(sandbox) {
      const client = await confidentialClient(sandbox);
      const [only] = await client.list();
      const refusal = await refusalName(client.remove(only?.ClientSecretId));
      same('the refusal', 'InvalidParameterException', refusal);
    },
  },
  {
    id: 'a-renewed-secret-is-shown-once',
    says: 'A generated secret is shown when it is added and never again, neither in the list nor in the description.',
    page: `${api}/API_ListUserPoolClientSecrets.html`,
    async check(sandbox) {
      const client = await confidentialClient(sandbox);
      const added = await client.add();
      same('at first', true, added.ClientSecretValue !== undefined);
      const [first, ...others] = (await client.list()).toSorted(oldestFirst);
      same(
        'in the list',
        [[added.ClientSecretId, undefined]],
        others.map((one) => [one.ClientSecretId, one.ClientSecretValue]),
      );
      await client.remove(first?.ClientSecretId);
      same('in the description', false, (await client.describe()).ClientSecret === added.ClientSecretValue);
    },
  },
];
