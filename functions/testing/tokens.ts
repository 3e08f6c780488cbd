import { CognitoIdentityProviderClient, InitiateAuthCommand } from '@aws-sdk/client-cognito-identity-provider';
import { secretHash } from '#functions/platform/cognito/client';
import { CookieSecret } from '#functions/sessions/open-session';
import { cookieNames } from '#functions/http/request';
import type { Browser } from './browser';
import type { SignInServices } from './sign-in-services';

const client = () => new CognitoIdentityProviderClient({});

/** The refresh token of a browser's session, read from the table with the browser's cookie; undefined without one. */
export async function tokenOf(services: SignInServices, browser: Browser): Promise<string | undefined> {
  const secret = new CookieSecret((browser.cookies[cookieNames.session] ?? '').split('.').at(-1) ?? '');
  const item = (await services.items('users')).find(({ secretHash: found }) => found === secret.hash);
  return typeof item?.['sealedToken'] === 'string' ? secret.unseal(item['sealedToken']) : undefined;
}

/** Whether Cognito still gives access tokens for a user's refresh token, asked like a thief of both secrets. */
export async function opens(userId: string, token: string | undefined): Promise<boolean> {
  const AuthParameters = { REFRESH_TOKEN: token ?? '', SECRET_HASH: await secretHash(userId) };
  const ClientId = process.env['USER_POOL_CLIENT_ID'] ?? '';
  return client()
    .send(new InitiateAuthCommand({ ClientId, AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters }))
    .then(
      () => true,
      () => false,
    );
}
