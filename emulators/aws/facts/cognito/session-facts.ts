import {
  AdminDisableUserCommand,
  AdminUserGlobalSignOutCommand,
  GetUserCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { same, type Fact } from '../../../platform/facts';
import {
  api,
  guide,
  password,
  refusalName,
  refresh,
  refusalOf,
  setPassword,
  signIn,
  tokensOf,
  type PoolSandbox,
} from './cognito-sandbox';

/** The refusal of a request with an access token, or `none`. */
const access = ({ client }: PoolSandbox, AccessToken: string | undefined) =>
  refusalName(client.send(new GetUserCommand({ AccessToken })));

/** How tokens live and end (decisions/sessions). */
export const sessionFacts: readonly Fact<PoolSandbox>[] = [
  {
    id: 'a-refresh-token-works-again',
    says: 'Without rotation a refresh token works more than once, and no other one comes with the new tokens.',
    page: `${guide}/amazon-cognito-user-pools-using-the-refresh-token.html`,
    async check(sandbox) {
      const { RefreshToken } = await tokensOf(sandbox);
      const { AuthenticationResult } = await refresh(sandbox, RefreshToken);
      same('another one', false, AuthenticationResult?.RefreshToken !== undefined);
      same('the second use', 'none', await refusalName(refresh(sandbox, RefreshToken)));
    },
  },
  {
    id: 'a-new-password-ends-no-token',
    says: 'Tokens still work after an administrator has set another password: the portal ends them itself.',
    page: `${guide}/token-revocation.html`,
    async check(sandbox) {
      const { AccessToken, RefreshToken } = await tokensOf(sandbox);
      await setPassword(sandbox, true, 'Another-Horse-2');
      same(
        'the tokens',
        ['none', 'none'],
        [await access(sandbox, AccessToken), await refusalName(refresh(sandbox, RefreshToken))],
      );
    },
  },
  {
    id: 'signed-out-everywhere',
    says: 'AdminUserGlobalSignOut ends access and refresh tokens of all sign-ins at once; a new sign-in works.',
    page: `${api}/API_AdminUserGlobalSignOut.html`,
    async check(sandbox) {
      const { client, pool, user } = sandbox;
      const { AccessToken, RefreshToken } = await tokensOf(sandbox);
      await client.send(new AdminUserGlobalSignOutCommand({ ...pool, Username: user }));
      const refused = 'NotAuthorizedException';
      same(
        'the tokens',
        [refused, refused],
        [await access(sandbox, AccessToken), await refusalName(refresh(sandbox, RefreshToken))],
      );
      same('a new sign-in', true, (await tokensOf(sandbox)).AccessToken !== undefined);
    },
  },
  {
    id: 'a-disabled-user',
    says: 'A disabled user can neither sign in nor renew tokens: NotAuthorizedException; a sign-in’s text says why.',
    page: `${api}/API_AdminDisableUser.html`,
    async check(sandbox) {
      const { client, pool, user } = sandbox;
      const { RefreshToken } = await tokensOf(sandbox);
      await client.send(new AdminDisableUserCommand({ ...pool, Username: user }));
      const { name, text } = await refusalOf(signIn(sandbox, password));
      same('a sign-in', ['NotAuthorizedException', true], [name, /disabled/i.test(text)]);
      same('a refresh', 'NotAuthorizedException', await refusalName(refresh(sandbox, RefreshToken)));
    },
  },
];
