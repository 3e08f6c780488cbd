import {
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminGetUserCommand,
  AdminUpdateUserAttributesCommand,
  CreateUserPoolClientCommand,
  ListUsersCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { same, type Fact, readUntil } from '../../../platform/facts';
import {
  address,
  api,
  guide,
  refusalName,
  ownId,
  password,
  refusalOf,
  setPassword,
  signIn,
  tokensOf,
  type PoolSandbox,
} from './cognito-sandbox';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Users and their attributes (decisions/registration and decisions/sessions and decisions/accounts). */
export const accountFacts: readonly Fact<PoolSandbox>[] = [
  {
    id: 'the-name-of-a-user',
    says: 'Where users sign in by their address, Cognito names a user by a UUID, which is also their sub.',
    page: `${guide}/user-pool-settings-attributes.html`,
    async check({ client, pool, user }) {
      const { UserAttributes = [] } = await client.send(new AdminGetUserCommand({ ...pool, Username: user }));
      same('a UUID', true, uuid.test(user));
      same('the sub', user, UserAttributes.find(({ Name }) => Name === 'sub')?.Value);
    },
  },
  {
    id: 'capitals-in-an-address',
    says: 'In a pool that is not case sensitive a user signs in by their address in any spelling, which is one user.',
    page: `${guide}/user-pool-case-sensitivity.html`,
    async check(sandbox) {
      const { client, pool } = sandbox;
      await setPassword(sandbox, true);
      same('a sign-in', 'none', await refusalName(signIn(sandbox, password, address.toUpperCase())));
      const other = { ...pool, Username: address.toUpperCase(), MessageAction: 'SUPPRESS' as const };
      const UserAttributes = [{ Name: 'email', Value: address.toUpperCase() }];
      const second = await refusalName(client.send(new AdminCreateUserCommand({ ...other, UserAttributes })));
      same('a second user', 'UsernameExistsException', second);
    },
  },
  {
    id: 'an-id-that-stays',
    says: 'An immutable attribute is given when a user is made; changing it is refused.',
    page: `${guide}/user-pool-settings-attributes.html`,
    async check({ client, pool, user }) {
      const change = { ...pool, Username: user, UserAttributes: [{ ...ownId, Value: 'another' }] };
      const refusal = await refusalName(client.send(new AdminUpdateUserAttributesCommand(change)));
      same('the change', 'InvalidParameterException', refusal);
      const { UserAttributes = [] } = await client.send(new AdminGetUserCommand({ ...pool, Username: user }));
      same('the attribute', ownId.Value, UserAttributes.find(({ Name }) => Name === ownId.Name)?.Value);
    },
  },
  {
    id: 'a-custom-attribute-in-a-token',
    says: 'An ID token has a custom attribute if its client names it among the readable ones.',
    page: `${api}/API_CreateUserPoolClient.html`,
    async check(sandbox) {
      const { client, pool } = sandbox;
      const { UserPoolClient } = await client.send(
        new CreateUserPoolClientCommand({
          ...pool,
          ClientName: 'reading',
          ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
          ReadAttributes: ['email', ownId.Name],
        }),
      );
      const { IdToken = '' } = await tokensOf({ ...sandbox, ClientId: UserPoolClient?.ClientId ?? '' });
      const claims = JSON.parse(Buffer.from(IdToken.split('.')[1] ?? '', 'base64url').toString()) as Record<
        string,
        unknown
      >;
      same('the claims', [address, ownId.Value], [claims['email'], claims[ownId.Name]]);
    },
  },
  {
    id: 'a-custom-attribute-of-a-stranger',
    says: 'A client whose writable attributes are not listed cannot give a new user a custom one.',
    page: `${api}/API_CreateUserPoolClient.html`,
    async check({ client, ClientId }) {
      const UserAttributes = [{ Name: 'email', Value: 'new@example.com' }, ownId];
      const request = new SignUpCommand({ ClientId, Username: 'new@example.com', Password: password, UserAttributes });
      same('the refusal', 'NotAuthorizedException', await refusalName(client.send(request)));
    },
  },
  {
    id: 'an-address-registered-twice',
    says: 'SignUp with a user’s address is refused with UsernameExistsException, even if the client hides users.',
    page: `${guide}/cognito-user-pool-managing-errors.html`,
    async check({ client, ClientId }) {
      const request = new SignUpCommand({ ClientId, Username: address, Password: password });
      same('the refusal', 'UsernameExistsException', await refusalName(client.send(request)));
    },
  },
  {
    id: 'a-sign-in-before-the-confirmation',
    says: 'Before a registration is confirmed, a right password is refused with UserNotConfirmedException.',
    page: `${api}/API_AdminInitiateAuth.html`,
    async check(sandbox) {
      const { client, ClientId } = sandbox;
      const Username = 'new@example.com';
      // The pool verifies nothing by itself, so that no message is sent.
      await client.send(new SignUpCommand({ ClientId, Username, Password: password }));
      same('a sign-in', 'UserNotConfirmedException', await refusalName(signIn(sandbox, password, Username)));
    },
  },
  {
    id: 'lists-by-state',
    says: 'ListUsers finds disabled users by status = "Disabled", and the unconfirmed by their state in capitals.',
    page: `${api}/API_ListUsers.html`,
    async check({ client, pool, ClientId, user }) {
      await client.send(new SignUpCommand({ ClientId, Username: 'new@example.com', Password: password }));
      await client.send(new AdminDisableUserCommand({ ...pool, Username: user }));
      const found = async (Filter: string) =>
        (await client.send(new ListUsersCommand({ ...pool, Filter }))).Users?.length ?? 0;
      const disabled = () => found('status = "Disabled"');
      same('disabled', 1, await readUntil(disabled, (count) => count > 0));
      same('unconfirmed', 1, await found('cognito:user_status = "UNCONFIRMED"'));
    },
  },
  {
    id: 'a-secret-that-is-missing',
    says: 'A sign-in without the hash of the client’s secret has the name of a wrong password, and a text of its own.',
    page: 'https://repost.aws/knowledge-center/cognito-unable-to-verify-secret-hash',
    async check(sandbox) {
      const { client, pool } = sandbox;
      await setPassword(sandbox, true);
      const { UserPoolClient } = await client.send(
        new CreateUserPoolClientCommand({
          ...pool,
          ClientName: 'secret',
          GenerateSecret: true,
          ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
        }),
      );
      const { name, text } = await refusalOf(
        signIn({ ...sandbox, ClientId: UserPoolClient?.ClientId ?? '' }, password),
      );
      const says = /secret_?\s?hash|configured (with|for) secret/i.test(text);
      same('the refusal', ['NotAuthorizedException', true], [name, says]);
    },
  },
];
