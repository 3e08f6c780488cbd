import type { Cognito } from './cognito';
import type { Claims } from './jwt';
import type { ClientUser } from './tokens';
import { attributesForTrigger, callTrigger } from './triggers';

export type TokenSource =
  | 'TokenGeneration_Authentication'
  | 'TokenGeneration_NewPasswordChallenge'
  | 'TokenGeneration_RefreshTokens';

interface Overrides {
  claimsToAddOrOverride?: Record<string, unknown> | null;
  claimsToSuppress?: string[] | null;
  scopesToAdd?: string[] | null;
  scopesToSuppress?: string[] | null;
}
interface Groups {
  groupOverrideDetails?: { groupsToOverride?: string[] | null } | null;
}
interface Response {
  claimsOverrideDetails?: (Overrides & Groups) | null;
  claimsAndScopeOverrideDetails?:
    | ({ idTokenGeneration?: Overrides | null; accessTokenGeneration?: Overrides | null } & Groups)
    | null;
}

/** Claims that a trigger cannot change (developer guide, "Pre token generation Lambda trigger", excluded claims). */
const fixedClaims = new Set(
  (
    'acr amr at_hash auth_time azp exp iat iss jti nbf nonce origin_jti sub token_use aud client_id event_id ' +
    'username cognito:username'
  ).split(' '),
);

function apply(claims: Claims, overrides: Overrides | null | undefined, groups: string[] | null | undefined): Claims {
  const result = { ...claims };
  for (const name of overrides?.claimsToSuppress ?? []) if (!fixedClaims.has(name)) delete result[name];
  for (const [name, value] of Object.entries(overrides?.claimsToAddOrOverride ?? {}))
    if (!fixedClaims.has(name)) result[name] = value;
  if (groups) result['cognito:groups'] = groups;
  if (typeof claims['scope'] === 'string') {
    const scopes = claims['scope'].split(' ').filter((scope) => !overrides?.scopesToSuppress?.includes(scope));
    result['scope'] = [...scopes, ...(overrides?.scopesToAdd ?? [])].join(' ');
  }
  return result;
}

/**
 * Lets the pre token generation trigger change the claims: version 1 those of the ID token, version 2 those of both.
 */
export async function applyTokenTrigger(
  cognito: Cognito,
  { pool, client, user, clientMetadata }: ClientUser,
  source: TokenSource,
  tokens: { id: Claims; access: Claims },
): Promise<{ id: Claims; access: Claims }> {
  const second = pool.settings.LambdaConfig?.PreTokenGenerationConfig?.LambdaVersion === 'V2_0';
  const response = await callTrigger<Response>(cognito, {
    pool,
    client,
    userName: user.username,
    trigger: 'PreTokenGeneration',
    source,
    version: second ? '2' : '1',
    request: {
      userAttributes: attributesForTrigger(user),
      groupConfiguration: { groupsToOverride: [...user.groups], iamRolesToOverride: [], preferredRole: null },
      ...(second && { scopes: ['aws.cognito.signin.user.admin'] }),
      ...(clientMetadata && { clientMetadata }),
    },
    response: second ? { claimsAndScopeOverrideDetails: null } : { claimsOverrideDetails: null },
  });
  if (!response) return tokens;
  if (!second) {
    const details = response.claimsOverrideDetails;
    const groups = details?.groupOverrideDetails?.groupsToOverride;
    return { id: apply(tokens.id, details, groups), access: apply(tokens.access, undefined, groups) };
  }
  const details = response.claimsAndScopeOverrideDetails;
  const groups = details?.groupOverrideDetails?.groupsToOverride;
  return {
    id: apply(tokens.id, details?.idTokenGeneration, groups),
    access: apply(tokens.access, details?.accessTokenGeneration, groups),
  };
}
