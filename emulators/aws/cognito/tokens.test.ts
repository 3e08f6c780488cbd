import { createPublicKey, generateKeyPairSync, type JsonWebKey, sign, verify } from 'node:crypto';
import {
  AdminAddUserToGroupCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  CreateGroupCommand,
  GetUserCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  claimsOf,
  createPool,
  refresh as refreshIn,
  refusal,
  signIn,
  signUpAndConfirm,
  type TestPool,
} from './testing/create-pool';
import { testCognito } from './testing/start-cognito';

const userEmail = 'a@example.com';
const issuerUrl = 'https://cognito-idp.ap-northeast-1.amazonaws.com';

const WriteAttributes = ['email', 'name', 'custom:shop'];

const cognito = testCognito();
let pool: TestPool;
let sub: string;

beforeEach(async () => {
  pool = await createPool(cognito, {}, { WriteAttributes });
  sub = await signUpAndConfirm(cognito, pool, userEmail, { name: '花子', 'custom:shop': 'Ginza' });
});

const getUser = (AccessToken: string) => cognito.client.send(new GetUserCommand({ AccessToken }));
const refresh = (token: string, where = pool) => refreshIn(cognito, where, token);
const notAuthorized = (message: string) => refusal('NotAuthorizedException', message);
const user = () => ({ UserPoolId: pool.UserPoolId, Username: userEmail });

it('the ID token says who the user is', async () => {
  const ReadAttributes = ['email', 'email_verified', 'name', 'custom:shop'];
  pool = await createPool(cognito, {}, { ReadAttributes, WriteAttributes });
  sub = await signUpAndConfirm(cognito, pool, userEmail, { name: '花子', 'custom:shop': 'Ginza' });
  await cognito.client.send(new CreateGroupCommand({ UserPoolId: pool.UserPoolId, GroupName: 'admin' }));
  await cognito.client.send(new AdminAddUserToGroupCommand({ ...user(), GroupName: 'admin' }));
  const tokens = await signIn(cognito, pool, userEmail);
  const now = cognito.clock.now() / 1000;
  expect(claimsOf(tokens.IdToken)).toMatchObject({
    sub,
    'cognito:username': sub,
    'cognito:groups': ['admin'],
    email: userEmail,
    email_verified: true,
    name: '花子',
    'custom:shop': 'Ginza',
    iss: `${issuerUrl}/${pool.UserPoolId}`,
    aud: pool.ClientId,
    token_use: 'id',
    auth_time: now,
    iat: now,
    exp: now + 3600,
  });
  const access = claimsOf(tokens.AccessToken);
  expect(access).toMatchObject({
    sub,
    username: sub,
    client_id: pool.ClientId,
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
  });
  expect(access).not.toHaveProperty('email');
  expect(access['origin_jti']).toBe(claimsOf(tokens.IdToken)['origin_jti']);
});

it('a client that names no readable attributes: the standard ones, and no custom one', async () => {
  const tokens = await signIn(cognito, pool, userEmail);
  expect(claimsOf(tokens.IdToken)).toMatchObject({ email: userEmail, email_verified: true, name: '花子' });
  expect(claimsOf(tokens.IdToken)).not.toHaveProperty('custom:shop');
  const { UserAttributes } = await getUser(tokens.AccessToken);
  expect(UserAttributes?.map(({ Name }) => Name)).not.toContain('custom:shop');
});

it('follows the lifetimes and the readable attributes of the client', async () => {
  pool = await createPool(
    cognito,
    {},
    {
      AccessTokenValidity: 10,
      IdTokenValidity: 20,
      RefreshTokenValidity: 12,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'hours' },
      ReadAttributes: ['email'],
    },
  );
  await signUpAndConfirm(cognito, pool, userEmail, { name: '花子' });
  const tokens = await signIn(cognito, pool, userEmail);
  const now = cognito.clock.now() / 1000;
  expect(claimsOf(tokens.AccessToken)['exp']).toBe(now + 600);
  expect(claimsOf(tokens.IdToken)).toMatchObject({ exp: now + 1200, email: userEmail });
  expect(claimsOf(tokens.IdToken)).not.toHaveProperty('name');
  const { UserAttributes } = await getUser(tokens.AccessToken);
  expect(UserAttributes?.map(({ Name }) => Name)).toEqual(['sub', 'email']);
  cognito.clock.advance(599_000);
  await expect(getUser(tokens.AccessToken)).resolves.toBeDefined();
  cognito.clock.advance(1000);
  await expect(getUser(tokens.AccessToken)).rejects.toMatchObject(notAuthorized('Access Token has expired'));
  cognito.clock.advance(12 * 3_600_000 - 601_000);
  await expect(refresh(tokens.RefreshToken)).resolves.toBeDefined();
  cognito.clock.advance(1000);
  await expect(refresh(tokens.RefreshToken)).rejects.toMatchObject(notAuthorized('Refresh Token has expired'));
});

it('signs tokens with the key that JWKS shows', async () => {
  const { IdToken } = await signIn(cognito, pool, userEmail);
  const [header = '', body = '', signature = ''] = IdToken.split('.');
  const jwks = await fetch(`${cognito.url}/${pool.UserPoolId}/.well-known/jwks.json`);
  const { keys } = (await jwks.json()) as { keys: (JsonWebKey & { kid: string })[] };
  const { kid, alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string; alg: string };
  const key = keys.find((candidate) => candidate.kid === kid);
  expect(alg).toBe('RS256');
  expect(key).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig' });
  const publicKey = createPublicKey({ key: key ?? {}, format: 'jwk' });
  expect(verify('RSA-SHA256', Buffer.from(`${header}.${body}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(
    true,
  );
  const discovery = await fetch(`${cognito.url}/${pool.UserPoolId}/.well-known/openid-configuration`);
  const issuer = `${issuerUrl}/${pool.UserPoolId}`;
  expect(await discovery.json()).toMatchObject({ issuer, jwks_uri: `${issuer}/.well-known/jwks.json` });
  expect((await fetch(`${cognito.url}/ap-northeast-1_none/.well-known/jwks.json`)).status).toBe(404);
});

it('refuses forged tokens and tokens of the wrong kind', async () => {
  const tokens = await signIn(cognito, pool, userEmail);
  const [header = '', body = ''] = tokens.AccessToken.split('.');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signature = sign('RSA-SHA256', Buffer.from(`${header}.${body}`), privateKey).toString('base64url');
  const forged = `${header}.${body}.${signature}`;
  await expect(getUser(forged)).rejects.toMatchObject(notAuthorized('Could not verify signature for Access Token'));
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
  for (const wrong of [tokens.IdToken, tokens.RefreshToken, unsigned, 'nonsense']) {
    await expect(getUser(wrong)).rejects.toMatchObject(notAuthorized('Invalid Access Token'));
  }
  for (const wrong of [tokens.AccessToken, 'nonsense'])
    await expect(refresh(wrong)).rejects.toMatchObject(notAuthorized('Invalid Refresh Token'));
});

it('refreshes for the same client only, and keeps the time of the sign-in', async () => {
  const tokens = await signIn(cognito, pool, userEmail);
  const began = cognito.clock.now() / 1000;
  cognito.clock.advance(7_200_000);
  const { AuthenticationResult: renewed } = await refresh(tokens.RefreshToken);
  expect(claimsOf(renewed?.AccessToken ?? '')).toMatchObject({
    auth_time: began,
    iat: began + 7200,
    exp: began + 10_800,
  });
  expect(renewed?.RefreshToken).toBeUndefined();
  const other = await createPool(cognito);
  await expect(refresh(tokens.RefreshToken, other)).rejects.toMatchObject(notAuthorized('Invalid Refresh Token'));
});

it('ends the tokens of a disabled user for good', async () => {
  const tokens = await signIn(cognito, pool, userEmail);
  await cognito.client.send(new AdminDisableUserCommand(user()));
  await expect(refresh(tokens.RefreshToken)).rejects.toMatchObject(refusal('NotAuthorizedException'));
  await expect(getUser(tokens.AccessToken)).rejects.toMatchObject(refusal('NotAuthorizedException'));
  await cognito.client.send(new AdminEnableUserCommand(user()));
  await expect(refresh(tokens.RefreshToken)).rejects.toMatchObject(refusal('NotAuthorizedException'));
});

it('ends the tokens of a user deleted with AdminDeleteUser', async () => {
  const tokens = await signIn(cognito, pool, userEmail);
  await cognito.client.send(new AdminDeleteUserCommand(user()));
  await expect(getUser(tokens.AccessToken)).rejects.toMatchObject(refusal('UserNotFoundException'));
  await expect(refresh(tokens.RefreshToken)).rejects.toMatchObject(refusal('NotAuthorizedException'));
  await expect(cognito.client.send(new AdminDeleteUserCommand(user()))).rejects.toMatchObject(
    refusal('UserNotFoundException'),
  );
  await expect(signUpAndConfirm(cognito, pool, userEmail)).resolves.not.toBe(sub);
});
