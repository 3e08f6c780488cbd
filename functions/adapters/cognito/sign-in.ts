import {
  AdminInitiateAuthCommand,
  AdminRespondToAuthChallengeCommand,
  type AdminInitiateAuthCommandOutput,
  type AuthenticationResultType,
} from '@aws-sdk/client-cognito-identity-provider';
import { clientId, cognito, cognitoOnce, userPoolId } from './client';
import { attempt, type Failure } from './failure';
import { readIdToken, type Identity } from './id-token';
import { secretHash } from './secret-hash';

export type MfaType = 'sms' | 'totp';

/** The next state of a sign-in: done, waiting for a second step, or refused. */
type SignInStep =
  | { kind: 'signed-in'; identity: Identity; accessToken: string; refreshToken: string | undefined }
  | { kind: 'challenge'; mfaType: MfaType; username: string; cognitoSession: string }
  | { kind: 'refused'; failure: Failure };

const mfaTypes: Readonly<Record<string, MfaType>> = { SMS_MFA: 'sms', SOFTWARE_TOKEN_MFA: 'totp' };
const challenges = {
  sms: { name: 'SMS_MFA', answer: 'SMS_MFA_CODE' },
  totp: { name: 'SOFTWARE_TOKEN_MFA', answer: 'SOFTWARE_TOKEN_MFA_CODE' },
} as const;

function signedIn(result: AuthenticationResultType): SignInStep {
  const { IdToken, AccessToken: accessToken, RefreshToken: refreshToken } = result;
  if (!IdToken || !accessToken) throw new Error('Cognito answered a sign-in without tokens');
  return { kind: 'signed-in', identity: readIdToken(IdToken), accessToken, refreshToken };
}

function toStep(
  answer: Pick<
    AdminInitiateAuthCommandOutput,
    'AuthenticationResult' | 'ChallengeName' | 'ChallengeParameters' | 'Session'
  >,
  email: string,
): SignInStep {
  if (answer.AuthenticationResult) return signedIn(answer.AuthenticationResult);
  const mfaType = mfaTypes[answer.ChallengeName ?? ''];
  if (!mfaType || !answer.Session)
    throw new Error(`Cognito asked for a step that this portal does not set up: ${answer.ChallengeName}`);
  return {
    kind: 'challenge',
    mfaType,
    username: answer.ChallengeParameters?.['USER_ID_FOR_SRP'] ?? email,
    cognitoSession: answer.Session,
  };
}

/**
 * Checks a password of a user, given by address or sub. Unknown addresses look like wrong passwords
 * (PreventUserExistenceErrors).
 */
export async function checkPassword(user: string, password: string): Promise<SignInStep> {
  const { answer, failure } = await attempt(
    cognito.send(
      new AdminInitiateAuthCommand({
        UserPoolId: userPoolId(),
        ClientId: clientId(),
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: user, PASSWORD: password, SECRET_HASH: await secretHash(user) },
      }),
    ),
  );
  return failure ? { kind: 'refused', failure } : toStep(answer, user);
}

/**
 * Sends the second step's code. A wrong one leaves Cognito's session usable until it expires; a right one uses it up.
 */
export async function answerChallenge(
  challenge: { mfaType: MfaType; username: string; cognitoSession: string },
  code: string,
): Promise<SignInStep> {
  const { name, answer: parameter } = challenges[challenge.mfaType];
  const { answer, failure } = await attempt(
    cognitoOnce.send(
      new AdminRespondToAuthChallengeCommand({
        UserPoolId: userPoolId(),
        ClientId: clientId(),
        ChallengeName: name,
        Session: challenge.cognitoSession,
        ChallengeResponses: {
          USERNAME: challenge.username,
          [parameter]: code,
          SECRET_HASH: await secretHash(challenge.username),
        },
      }),
    ),
  );
  return failure ? { kind: 'refused', failure } : toStep(answer, challenge.username);
}
