import type {
  AuthFlowType,
  ExplicitAuthFlowsType,
  InitiateAuthResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { constraint, invalidParameter, notEmulated } from './errors';
import type { ClientRecord, PoolRecord } from '../store/records';
import type { Cognito } from './cognito';
import { checkSecretHash, findUser } from './find';
import { signInWithPassword } from './sign-in';
import { refreshTokens, signInOf } from './tokens';

interface AuthRequest {
  pool: PoolRecord;
  client: ClientRecord;
  flow: AuthFlowType;
  parameters: Record<string, string>;
  clientMetadata?: Record<string, string> | undefined;
}

type Flow = 'USER_PASSWORD_AUTH' | 'ADMIN_USER_PASSWORD_AUTH' | 'REFRESH_TOKEN_AUTH';

const allowedBy: Record<Flow, ExplicitAuthFlowsType> = {
  USER_PASSWORD_AUTH: 'ALLOW_USER_PASSWORD_AUTH',
  ADMIN_USER_PASSWORD_AUTH: 'ALLOW_ADMIN_USER_PASSWORD_AUTH',
  REFRESH_TOKEN_AUTH: 'ALLOW_REFRESH_TOKEN_AUTH',
};

const knownFlows = [
  'USER_SRP_AUTH',
  'REFRESH_TOKEN_AUTH',
  'REFRESH_TOKEN',
  'CUSTOM_AUTH',
  'ADMIN_NO_SRP_AUTH',
  'USER_PASSWORD_AUTH',
  'ADMIN_USER_PASSWORD_AUTH',
  'USER_AUTH',
];

function flowOf(flow: string, offered: readonly Flow[]): Flow {
  const name = flow === 'REFRESH_TOKEN' ? 'REFRESH_TOKEN_AUTH' : flow;
  if (!knownFlows.includes(name))
    throw constraint('authFlow', `Member must satisfy enum value set: [${knownFlows.join(', ')}]`);
  if (!(name in allowedBy)) throw notEmulated(`the authentication flow ${name}`);
  const found = offered.find((candidate) => candidate === name);
  if (!found) throw invalidParameter('Initiate Auth method not supported.');
  return found;
}

export function requiredParameter(parameters: Record<string, string>, name: string): string {
  const value = parameters[name];
  if (!value) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

/** The common part of InitiateAuth and AdminInitiateAuth. @param offered the flows of the operation */
export async function beginAuth(
  cognito: Cognito,
  request: AuthRequest,
  offered: readonly Flow[],
): Promise<InitiateAuthResponse> {
  const { pool, client, parameters } = request;
  const flow = flowOf(request.flow, offered);
  if (!client.settings.ExplicitAuthFlows?.includes(allowedBy[flow])) {
    throw invalidParameter(
      `${flow === 'USER_PASSWORD_AUTH' ? 'USER_PASSWORD_AUTH' : 'Auth'} flow not enabled for this client`,
    );
  }
  if (flow === 'REFRESH_TOKEN_AUTH') {
    const signIn = signInOf(cognito, requiredParameter(parameters, 'REFRESH_TOKEN'));
    // The request names no user, so the hash is of the user's own name, not of an address
    // (github.com/aws/aws-sdk-java/issues/1917). A token that is none has no user to check a hash of.
    const username = signIn && (cognito.store.users.get(signIn.sub)?.username ?? signIn.sub);
    if (username !== undefined) checkSecretHash(client, parameters['SECRET_HASH'], username);
    return { ChallengeParameters: {}, AuthenticationResult: await refreshTokens(cognito, { pool, client }, signIn) };
  }
  const username = requiredParameter(parameters, 'USERNAME');
  const password = requiredParameter(parameters, 'PASSWORD');
  checkSecretHash(client, parameters['SECRET_HASH'], username, findUser(cognito, pool, username));
  if (parameters['DEVICE_KEY'] !== undefined) throw notEmulated('DEVICE_KEY: remembered devices');
  return signInWithPassword(cognito, { pool, client, username, password, clientMetadata: request.clientMetadata });
}
