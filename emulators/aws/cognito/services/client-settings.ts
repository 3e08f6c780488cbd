import type { CreateUserPoolClientRequest, ExplicitAuthFlowsType } from '@aws-sdk/client-cognito-identity-provider';
import { invalidParameter, notEmulated } from './errors';
import type { ClientRecord } from '../store/records';
import { lifetime } from './tokens';

type Settings = ClientRecord['settings'];
type Given = Partial<
  Omit<CreateUserPoolClientRequest, 'UserPoolId' | 'ClientName' | 'GenerateSecret' | 'ClientSecret'>
>;

/** The settings that CreateUserPoolClient and UpdateUserPoolClient take. */
export const clientSettingNames = [
  'ExplicitAuthFlows',
  'PreventUserExistenceErrors',
  'RefreshTokenValidity',
  'AccessTokenValidity',
  'IdTokenValidity',
  'TokenValidityUnits',
  'ReadAttributes',
  'WriteAttributes',
  'SupportedIdentityProviders',
  'CallbackURLs',
  'LogoutURLs',
  'DefaultRedirectURI',
  'AllowedOAuthFlows',
  'AllowedOAuthScopes',
  'AllowedOAuthFlowsUserPoolClient',
  'EnableTokenRevocation',
  'EnablePropagateAdditionalUserContextData',
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
  if (given.EnableTokenRevocation === false) throw notEmulated('EnableTokenRevocation false');
  if (given.RefreshTokenRotation?.Feature === 'ENABLED') throw notEmulated('RefreshTokenRotation ENABLED');
  if (given.EnablePropagateAdditionalUserContextData)
    throw notEmulated('EnablePropagateAdditionalUserContextData true');
}

const minute = 60;
const day = 86_400;

/** The settings in force: the given ones, with the service's defaults. @throws InvalidParameterException */
export function clientSettings(given: Given): Settings {
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
