import type { ChallengeNameType, RespondToAuthChallengeResponse } from '@aws-sdk/client-cognito-identity-provider';
import { CognitoError, invalidParameter, notEmulated, userIsDisabled } from './errors';
import type { ChallengeRecord, ClientRecord, Factor, PoolRecord } from '../store/records';
import { checkAttributes, checkRequired } from './attributes';
import { challengeOf, closeChallenge, sessionUsed } from './challenges';
import type { Cognito } from './cognito';
import { checkSecretHash } from './find';
import { requiredParameter } from './begin-auth';
import { clearFailures, countFailure, refuseWhileLocked } from './lock-out';
import { checkPasswordPolicy, hashPassword } from './passwords';
import { askForFactor, completeSignIn, secondStepOrTokens } from './sign-in';
import type { ClientUser } from './tokens';
import { matchingStep } from './totp';

interface ChallengeResponse {
  pool: PoolRecord;
  client: ClientRecord;
  name: ChallengeNameType;
  session: string | undefined;
  responses: Record<string, string>;
  clientMetadata?: Record<string, string> | undefined;
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

/** The common part of RespondToAuthChallenge and AdminRespondToAuthChallenge. */
export async function respondToChallenge(
  cognito: Cognito,
  response: ChallengeResponse,
): Promise<RespondToAuthChallengeResponse> {
  const { pool, client, responses } = response;
  const name = challenges.find((challenge) => challenge === response.name);
  if (!name) throw notEmulated(`the challenge ${response.name}`);
  const username = requiredParameter(responses, 'USERNAME');
  const { challenge, user } = challengeOf(cognito, response, name, response.session, username);
  checkSecretHash(client, responses['SECRET_HASH'], username, user);
  if (!user.enabled) throw userIsDisabled();
  const who: ClientUser = { pool, client, user, clientMetadata: response.clientMetadata };
  switch (name) {
    case 'SMS_MFA':
    case 'SOFTWARE_TOKEN_MFA':
      await checkFactor(cognito, who, challenge, requiredParameter(responses, `${name}_CODE`));
      return completeSignIn(cognito, who, 'TokenGeneration_Authentication');
    case 'NEW_PASSWORD_REQUIRED':
      await setNewPassword(cognito, who, challenge, responses);
      return secondStepOrTokens(cognito, who, 'TokenGeneration_NewPasswordChallenge');
    case 'SELECT_MFA_TYPE': {
      const chosen = requiredParameter(responses, 'ANSWER');
      const factor = (['SMS_MFA', 'SOFTWARE_TOKEN_MFA'] satisfies Factor[]).find((candidate) => candidate === chosen);
      if (!factor) throw invalidParameter('Invalid MFA type selected.');
      await closeChallenge(cognito, challenge);
      return askForFactor(cognito, who, factor);
    }
  }
}
