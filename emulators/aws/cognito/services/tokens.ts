import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { AuthenticationResultType, TimeUnitsType } from '@aws-sdk/client-cognito-identity-provider';
import { notAuthorized, userDoesNotExist, userIsDisabled } from './errors';
import type { ClientRecord, PoolRecord, SignInRecord, UserRecord } from '../store/records';
import { attributesOf, readable } from './attributes';
import type { Cognito } from './cognito';
import { hasValidSignature, readJwt, signJwt } from './jwt';

const unitSeconds: Record<TimeUnitsType, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

/** A token's lifetime in seconds, by the client's settings. 0 means the default (API_CreateUserPoolClient). */
export function lifetime(
  { settings }: Pick<ClientRecord, 'settings'>,
  token: 'AccessToken' | 'IdToken' | 'RefreshToken',
): number {
  const fallback =
    token === 'RefreshToken' ? ({ value: 30, unit: 'days' } as const) : ({ value: 1, unit: 'hours' } as const);
  const value = settings[`${token}Validity`];
  if (!value) return fallback.value * unitSeconds[fallback.unit];
  return value * unitSeconds[settings.TokenValidityUnits?.[token] ?? fallback.unit];
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A user, and the client through which they sign in. */
export interface ClientUser {
  pool: PoolRecord;
  client: ClientRecord;
  user: UserRecord;
}

/** Standard claims are typed: the verified flags are booleans, a time is a number. */
function claimValue(name: string, value: string): string | number | boolean {
  if (name === 'email_verified' || name === 'phone_number_verified') return value.toLowerCase() === 'true';
  return name === 'updated_at' ? Number(value) : value;
}

async function signTokens(
  cognito: Cognito,
  { pool, client, user }: ClientUser,
  signIn: SignInRecord,
): Promise<AuthenticationResultType> {
  const now = Math.floor(cognito.clock.now() / 1000);
  const shared = {
    sub: user.sub,
    ...(user.groups.length > 0 && { 'cognito:groups': [...user.groups] }),
    iss: cognito.issuerOf(pool.id),
    origin_jti: signIn.id,
    event_id: randomUUID(),
    auth_time: Math.floor(signIn.began / 1000),
    iat: now,
  };
  const attributes = Object.entries(readable(client, attributesOf(user))).map(([name, value]) => [
    name,
    claimValue(name, value),
  ]);
  const accessSeconds = lifetime(client, 'AccessToken');
  const id = {
    ...Object.fromEntries(attributes),
    ...shared,
    'cognito:username': user.username,
    aud: client.id,
    token_use: 'id',
    exp: now + lifetime(client, 'IdToken'),
    jti: randomUUID(),
  };
  const access = {
    ...shared,
    client_id: client.id,
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    exp: now + accessSeconds,
    jti: randomUUID(),
    username: user.username,
  };
  return {
    AccessToken: await signJwt(cognito, pool, access),
    IdToken: await signJwt(cognito, pool, id),
    ExpiresIn: accessSeconds,
    TokenType: 'Bearer',
  };
}

/** The tokens of a new sign-in, with its refresh token. */
export async function newTokens(cognito: Cognito, who: ClientUser): Promise<AuthenticationResultType> {
  const began = cognito.clock.now();
  const refreshToken = randomBytes(96).toString('base64url');
  const signIn: SignInRecord = {
    id: randomUUID(),
    poolId: who.pool.id,
    clientId: who.client.id,
    sub: who.user.sub,
    refreshTokenHash: hashToken(refreshToken),
    began,
    expires: began + lifetime(who.client, 'RefreshToken') * 1000,
    revoked: false,
  };
  const tokens = await signTokens(cognito, who, signIn);
  await cognito.store.signIns.put(signIn.id, signIn);
  return { ...tokens, RefreshToken: refreshToken };
}

export function signInOf(cognito: Cognito, refreshToken: string): SignInRecord | undefined {
  return cognito.store.signIns.find(`refresh ${hashToken(refreshToken)}`)[0];
}

/** New tokens for a refresh token; the refresh token stays the same. @throws NotAuthorizedException */
export async function refreshTokens(
  cognito: Cognito,
  where: { pool: PoolRecord; client: ClientRecord },
  signIn: SignInRecord | undefined,
): Promise<AuthenticationResultType> {
  if (!signIn || signIn.clientId !== where.client.id) throw notAuthorized('Invalid Refresh Token');
  if (signIn.revoked) throw notAuthorized('Refresh Token has been revoked');
  if (cognito.clock.now() >= signIn.expires) throw notAuthorized('Refresh Token has expired');
  const user = cognito.store.users.get(signIn.sub);
  if (!user) throw notAuthorized('Invalid Refresh Token');
  if (!user.enabled) throw userIsDisabled();
  return signTokens(cognito, { ...where, user }, signIn);
}

/** Ends all of a user's sign-ins: refresh tokens and access tokens. */
export async function revokeAll(cognito: Cognito, user: UserRecord): Promise<void> {
  const { signIns } = cognito.store;
  const revoke = (changed: SignInRecord) => {
    changed.revoked = true;
  };
  await Promise.all(signIns.find(`user ${user.sub}`).map(({ id }) => signIns.change(id, revoke)));
}

/**
 * The user of an access token.
 * @throws NotAuthorizedException for any other token, UserNotFoundException if the user is deleted
 */
export async function authorize(cognito: Cognito, accessToken: string): Promise<ClientUser> {
  const claims = readJwt(accessToken);
  const issuer = typeof claims?.['iss'] === 'string' ? claims['iss'] : '';
  const pool = cognito.store.pools.get(issuer.slice(issuer.lastIndexOf('/') + 1));
  if (!claims || !pool || issuer !== cognito.issuerOf(pool.id) || claims['token_use'] !== 'access')
    throw notAuthorized('Invalid Access Token');
  if (!(await hasValidSignature(cognito, pool, accessToken)))
    throw notAuthorized('Could not verify signature for Access Token');
  if (Number(claims['exp']) * 1000 <= cognito.clock.now()) throw notAuthorized('Access Token has expired');
  const user = cognito.store.users.get(String(claims['sub']));
  if (!user) throw userDoesNotExist();
  const client = cognito.store.clients.get(String(claims['client_id']));
  const signIn = cognito.store.signIns.get(String(claims['origin_jti']));
  if (!client || !signIn || signIn.revoked) throw notAuthorized('Access Token has been revoked');
  if (!user.enabled) throw userIsDisabled();
  return { pool, client, user };
}
