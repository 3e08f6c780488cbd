import type { AdminInitiateAuthResponse } from '@aws-sdk/client-cognito-identity-provider';
import { CognitoError, incorrectUsernameOrPassword, notAuthorized, userDoesNotExist, userIsDisabled } from './errors';
import type { ClientRecord, Factor, PoolRecord, UserRecord } from '../store/records';
import { attributesOf, readable } from './attributes';
import { openChallenge } from './challenges';
import type { Cognito } from './cognito';
import { findUser, hidesUsers } from './find';
import { clearFailures, countFailure, refuseWhileLocked } from './lock-out';
import { mask, sendCode } from './messages';
import { matchesPassword } from './passwords';
import { newTokens, type ClientUser } from './tokens';

/** Password checks of one user run one after another, so that concurrent attempts are counted like others. */
const checks = new WeakMap<UserRecord, Promise<unknown>>();

/** @throws NotAuthorizedException for a wrong password, and for any password during a lockout */
export async function checkPassword(cognito: Cognito, user: UserRecord, password: string): Promise<void> {
  const check = async (): Promise<void> => {
    await refuseWhileLocked(cognito, user, 'password');
    if (!(await matchesPassword(cognito, password, user.password))) {
      await countFailure(cognito, user, 'password');
      throw incorrectUsernameOrPassword();
    }
    await clearFailures(cognito, user, 'password');
  };
  const turn = (checks.get(user) ?? Promise.resolve()).then(check, check);
  checks.set(user, turn);
  await turn;
}

interface PasswordSignIn {
  pool: PoolRecord;
  client: ClientRecord;
  username: string;
  password: string;
}

/** First step of a sign-in with name and password: tokens, or the next challenge. */
export async function signInWithPassword(
  cognito: Cognito,
  request: PasswordSignIn,
): Promise<AdminInitiateAuthResponse> {
  const { pool, client } = request;
  const user = findUser(cognito, pool, request.username);
  if (!user) {
    if (!hidesUsers(client)) throw userDoesNotExist();
    await matchesPassword(cognito, request.password, undefined);
    throw incorrectUsernameOrPassword();
  }
  // The user's state is returned for any password: github.com/aws/aws-sdk-js/issues/4608 and
  // amazon-archives/amazon-cognito-identity-js/issues/288, where the service's team calls it intended.
  if (!user.enabled) throw userIsDisabled();
  if (user.status === 'UNCONFIRMED') throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.');
  if (user.status === 'RESET_REQUIRED')
    throw new CognitoError('PasswordResetRequiredException', 'Password reset required for the user');
  await checkPassword(cognito, user, request.password);
  const who: ClientUser = { pool, client, user };
  if (user.status === 'FORCE_CHANGE_PASSWORD') return askForNewPassword(cognito, who);
  return secondStepOrTokens(cognito, who);
}

async function askForNewPassword(cognito: Cognito, who: ClientUser): Promise<AdminInitiateAuthResponse> {
  const { pool, client, user } = who;
  if (user.temporaryUntil !== undefined && cognito.clock.now() >= user.temporaryUntil) {
    throw notAuthorized('Temporary password has expired and must be reset by an administrator.');
  }
  const attributes = attributesOf(user);
  const missing = pool.schema.flatMap(({ Name = '', Required }) =>
    Required && attributes[Name] === undefined ? [`userAttributes.${Name}`] : [],
  );
  const { sub: _sub, ...shown } = readable(client, attributes);
  return {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: await openChallenge(cognito, who, 'NEW_PASSWORD_REQUIRED'),
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.username,
      requiredAttributes: JSON.stringify(missing),
      userAttributes: JSON.stringify(shown),
    },
  };
}

/**
 * The factors that the user has switched on and that the pool offers. An app verified earlier still works after the
 * pool stopped offering apps (developer guide, "TOTP software token MFA").
 */
function factorsOf({ pool, user }: ClientUser): Factor[] {
  if (pool.mfa.mode === 'OFF') return [];
  const factors: Factor[] = [];
  if (pool.mfa.sms && user.mfa.sms && user.attributes['phone_number']) factors.push('SMS_MFA');
  if (user.mfa.softwareToken && user.softwareToken) factors.push('SOFTWARE_TOKEN_MFA');
  return factors;
}

/** After the first step: the second one, or tokens if the user has none. */
export async function secondStepOrTokens(cognito: Cognito, who: ClientUser): Promise<AdminInitiateAuthResponse> {
  const factors = factorsOf(who);
  const [only] = factors;
  if (only === undefined) return completeSignIn(cognito, who);
  if (factors.length === 1) return askForFactor(cognito, who, only);
  const preferred = factors.find((factor) => factor === who.user.mfa.preferred);
  if (preferred) return askForFactor(cognito, who, preferred);
  return {
    ChallengeName: 'SELECT_MFA_TYPE',
    Session: await openChallenge(cognito, who, 'SELECT_MFA_TYPE'),
    ChallengeParameters: { USER_ID_FOR_SRP: who.user.username, MFAS_CAN_CHOOSE: JSON.stringify(factors) },
  };
}

/** @throws NotAuthorizedException while the user is locked out for wrong codes */
export async function askForFactor(
  cognito: Cognito,
  who: ClientUser,
  factor: Factor,
): Promise<AdminInitiateAuthResponse> {
  const { pool, client, user } = who;
  if (factor === 'SOFTWARE_TOKEN_MFA') {
    const { deviceName } = user.softwareToken ?? {};
    return {
      ChallengeName: factor,
      Session: await openChallenge(cognito, who, factor),
      ChallengeParameters: {
        USER_ID_FOR_SRP: user.username,
        ...(deviceName !== undefined && { FRIENDLY_DEVICE_NAME: deviceName }),
      },
    };
  }
  const to = user.attributes['phone_number'] ?? '';
  const code = cognito.newCode();
  const session = await openChallenge(cognito, who, factor, code);
  await sendCode(cognito, { pool, client, user, source: 'Authentication', attribute: 'phone_number', to, code });
  return {
    ChallengeName: factor,
    Session: session,
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.username,
      CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS',
      CODE_DELIVERY_DESTINATION: mask('phone_number', to),
    },
  };
}

/** Last step: tokens. */
export async function completeSignIn(cognito: Cognito, who: ClientUser): Promise<AdminInitiateAuthResponse> {
  return { ChallengeParameters: {}, AuthenticationResult: await newTokens(cognito, who) };
}
