import type {
  AdminInitiateAuthRequest,
  AdminInitiateAuthResponse,
  AdminRespondToAuthChallengeRequest,
  AdminRespondToAuthChallengeResponse,
  AdminUserGlobalSignOutRequest,
  AdminUserGlobalSignOutResponse,
  ExplicitAuthFlowsType,
} from '@aws-sdk/client-cognito-identity-provider';
import { checkAttributes, checkRequired } from '../services/attributes';
import { challengeOf, closeChallenge, sessionUsed } from '../services/challenges';
import type { Cognito } from '../services/cognito';
import { CognitoError, constraint, invalidParameter, notEmulated, userIsDisabled } from '../services/errors';
import { checkSecretHash, clientById, findUser, poolById, userByName } from '../services/find';
import { clearFailures, countFailure, refuseWhileLocked } from '../services/lock-out';
import { operation, type Operation } from '../services/operation';
import { checkPasswordPolicy, hashPassword } from '../services/passwords';
import { askForFactor, completeSignIn, secondStepOrTokens, signInWithPassword } from '../services/sign-in';
import { type ClientUser, refreshTokens, revokeAll, signInOf } from '../services/tokens';
import { matchingStep } from '../services/totp';
import type { ChallengeRecord, ClientRecord, Factor, PoolRecord } from '../store/records';

/** The pool and its client that a request names. */
interface Place {
  pool: PoolRecord;
  client: ClientRecord;
}

const wrongCode = () => new CognitoError('CodeMismatchException', 'Invalid code received for user');

/** @throws CodeMismatchException, and ExpiredCodeException for a code of the app that was used before */
async function checkFactor(
  cognito: Cognito,
  { user }: ClientUser,
  challenge: ChallengeRecord,
  given: string,
): Promise<void> {
  await refuseWhileLocked(cognito, user, 'secondStep');
  // Another response may have closed the step meanwhile.
  if (challenge.used) throw sessionUsed();
  const token = user.softwareToken;
  const step =
    challenge.name === 'SOFTWARE_TOKEN_MFA' && token
      ? matchingStep(token.secret, given, cognito.clock.now())
      : undefined;
  if (step === undefined && (challenge.code === undefined || challenge.code !== given)) {
    await countFailure(cognito, user, 'secondStep');
    throw wrongCode();
  }
  if (step !== undefined && token && token.usedSteps.includes(step)) {
    throw new CognitoError('ExpiredCodeException', 'Your software token has already been used once.');
  }
  // Does both before any await, so that of two right responses one succeeds.
  const closed = closeChallenge(cognito, challenge);
  await cognito.store.users.change(user.sub, ({ softwareToken, attributes }) => {
    if (softwareToken && step !== undefined) softwareToken.usedSteps = [...softwareToken.usedSteps.slice(-5), step];
    // A code that was sent by SMS proves the number (developer guide, "SMS text message MFA").
    if (challenge.name === 'SMS_MFA') attributes['phone_number_verified'] = 'true';
  });
  await closed;
  await clearFailures(cognito, user, 'secondStep');
}

async function setNewPassword(
  cognito: Cognito,
  who: ClientUser,
  challenge: ChallengeRecord,
  responses: Record<string, string>,
): Promise<void> {
  const { pool, client, user } = who;
  const password = requiredParameter(responses, 'NEW_PASSWORD');
  const given = Object.entries(responses).filter(([name]) => name.startsWith('userAttributes.'));
  const attributes = Object.fromEntries(given.map(([name, value]) => [name.slice('userAttributes.'.length), value]));
  if ('email' in attributes || 'phone_number' in attributes) {
    throw notEmulated('userAttributes.email and userAttributes.phone_number in NEW_PASSWORD_REQUIRED');
  }
  checkPasswordPolicy(pool, password);
  checkAttributes(pool, attributes, client, user);
  checkRequired(pool, { ...user.attributes, ...attributes });
  const closed = closeChallenge(cognito, challenge);
  const hash = await hashPassword(cognito, password);
  await cognito.store.users.change(user.sub, (changed) => {
    changed.password = hash;
    changed.status = 'CONFIRMED';
    delete changed.temporaryUntil;
    Object.assign(changed.attributes, attributes);
    changed.modified = cognito.clock.now();
  });
  await closed;
}

const challenges: readonly ChallengeRecord['name'][] = [
  'SMS_MFA',
  'SOFTWARE_TOKEN_MFA',
  'NEW_PASSWORD_REQUIRED',
  'SELECT_MFA_TYPE',
];

async function respondToChallenge(
  cognito: Cognito,
  place: Place,
  input: AdminRespondToAuthChallengeRequest,
): Promise<AdminRespondToAuthChallengeResponse> {
  const { pool, client } = place;
  const responses = input.ChallengeResponses ?? {};
  const name = challenges.find((challenge) => challenge === input.ChallengeName);
  if (!name) throw notEmulated(`the challenge ${input.ChallengeName}`);
  const username = requiredParameter(responses, 'USERNAME');
  const { challenge, user } = challengeOf(cognito, place, name, input.Session, username);
  checkSecretHash(client, responses['SECRET_HASH'], username, user);
  if (!user.enabled) throw userIsDisabled();
  const who: ClientUser = { pool, client, user };
  switch (name) {
    case 'SMS_MFA':
    case 'SOFTWARE_TOKEN_MFA':
      await checkFactor(cognito, who, challenge, requiredParameter(responses, `${name}_CODE`));
      return completeSignIn(cognito, who);
    case 'NEW_PASSWORD_REQUIRED':
      await setNewPassword(cognito, who, challenge, responses);
      return secondStepOrTokens(cognito, who);
    case 'SELECT_MFA_TYPE': {
      const chosen = requiredParameter(responses, 'ANSWER');
      const factor = (['SMS_MFA', 'SOFTWARE_TOKEN_MFA'] satisfies Factor[]).find((candidate) => candidate === chosen);
      if (!factor) throw invalidParameter('Invalid MFA type selected.');
      await closeChallenge(cognito, challenge);
      return askForFactor(cognito, who, factor);
    }
  }
}

type Flow = 'ADMIN_USER_PASSWORD_AUTH' | 'REFRESH_TOKEN_AUTH';

const allowedBy: Record<Flow, ExplicitAuthFlowsType> = {
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

function flowOf(flow: string): Flow {
  const name = flow === 'REFRESH_TOKEN' ? 'REFRESH_TOKEN_AUTH' : flow;
  if (!knownFlows.includes(name))
    throw constraint('authFlow', `Member must satisfy enum value set: [${knownFlows.join(', ')}]`);
  // It is for InitiateAuth alone.
  if (name === 'USER_PASSWORD_AUTH') throw invalidParameter('Initiate Auth method not supported.');
  if (name === 'ADMIN_USER_PASSWORD_AUTH' || name === 'REFRESH_TOKEN_AUTH') return name;
  throw notEmulated(`the authentication flow ${name}`);
}

function requiredParameter(parameters: Record<string, string>, name: string): string {
  const value = parameters[name];
  if (!value) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

async function beginAuth(
  cognito: Cognito,
  { pool, client }: Place,
  input: AdminInitiateAuthRequest,
): Promise<AdminInitiateAuthResponse> {
  const parameters = input.AuthParameters ?? {};
  const flow = flowOf(input.AuthFlow ?? '');
  if (!client.settings.ExplicitAuthFlows?.includes(allowedBy[flow]))
    throw invalidParameter('Auth flow not enabled for this client');
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
  return signInWithPassword(cognito, { pool, client, username, password });
}

export const signIn: readonly Operation[] = [
  /** Begins a sign-in from a server, or renews its tokens. It asks for a second step like any other. */
  operation<AdminInitiateAuthRequest, AdminInitiateAuthResponse>('AdminInitiateAuth')({
    requires: ['UserPoolId', 'ClientId', 'AuthFlow'],
    takes: ['AuthParameters'],
    run: (cognito, input) =>
      beginAuth(cognito, clientById(cognito, input.ClientId, poolById(cognito, input.UserPoolId)), input),
  }),
  /** Responds to a step of a sign-in from a server. */
  operation<AdminRespondToAuthChallengeRequest, AdminRespondToAuthChallengeResponse>('AdminRespondToAuthChallenge')({
    requires: ['UserPoolId', 'ClientId', 'ChallengeName'],
    takes: ['Session', 'ChallengeResponses'],
    run: (cognito, input) =>
      respondToChallenge(cognito, clientById(cognito, input.ClientId, poolById(cognito, input.UserPoolId)), input),
  }),
  /** Ends all of a user's tokens. */
  operation<AdminUserGlobalSignOutRequest, AdminUserGlobalSignOutResponse>('AdminUserGlobalSignOut')({
    requires: ['UserPoolId', 'Username'],
    run: async (cognito, input) => {
      await revokeAll(cognito, userByName(cognito, poolById(cognito, input.UserPoolId), input.Username));
      return {};
    },
  }),
];
