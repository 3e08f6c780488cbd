import {
  AdminInitiateAuthCommand,
  AdminRespondToAuthChallengeCommand,
  type AdminInitiateAuthCommandOutput,
  type AuthenticationResultType,
  type ChallengeNameType,
} from '@aws-sdk/client-cognito-identity-provider';
import * as z from 'zod/mini';
import type { MfaMethod } from '#shared/model/account';
import { methods, type Account } from './accounts';
import { clientId, namesOf, ownIdName, cognito, cognitoOnce, userPoolId, secretHash } from './client';
import { settled, type Failure } from './failure';

export interface Identity extends Omit<Account, 'usable' | 'mfa'> {
  groups: string[];
}

const claimsSchema = z.object({
  /** A UUID; also the username in a pool whose users sign in by e-mail. */
  sub: z.string(),
  [ownIdName]: z.optional(z.string()),
  aud: z.string(),
  token_use: z.literal('id'),
  email: z.string(),
  name: z.optional(z.string()),
  phone_number: z.optional(z.string()),
  'cognito:groups': z.optional(z.array(z.string())),
});

/** Reads an ID token from Cognito's own response, so without its signature (OpenID Connect Core 3.1.3.7, point 6). */
export function readIdToken(idToken: string): Identity {
  const claims = claimsSchema.parse(JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8')));
  if (claims.aud !== clientId()) throw new Error('An ID token of another client');
  return {
    ...namesOf(claims.sub, claims[ownIdName]),
    // As in accounts.ts: an address is compared and counted in one form.
    email: claims.email.toLowerCase(),
    username: claims.name ?? claims.email,
    ...(claims.phone_number !== undefined && { phoneNumber: claims.phone_number }),
    groups: claims['cognito:groups'] ?? [],
  };
}

type SignInStep =
  | { kind: 'signed-in'; identity: Identity; accessToken: string; refreshToken: string | undefined }
  | { kind: 'challenge'; mfaType: MfaMethod; username: string; cognitoSession: string }
  // The password is right, and both second steps are on: one has to be chosen.
  | { kind: 'choice'; username: string; cognitoSession: string }
  // The password is right, and was made by staff: the user has to set one of their own.
  | { kind: 'new-password' }
  | { kind: 'refused'; failure: Failure };

const challenges = {
  sms: { name: 'SMS_MFA', answer: 'SMS_MFA_CODE' },
  totp: { name: 'SOFTWARE_TOKEN_MFA', answer: 'SOFTWARE_TOKEN_MFA_CODE' },
} as const;

function signedIn(result: AuthenticationResultType): SignInStep {
  const { IdToken, AccessToken: accessToken, RefreshToken: refreshToken } = result;
  if (!IdToken || !accessToken) throw new Error('Cognito returned a sign-in without tokens');
  return { kind: 'signed-in', identity: readIdToken(IdToken), accessToken, refreshToken };
}

function toStep(
  response: Pick<
    AdminInitiateAuthCommandOutput,
    'AuthenticationResult' | 'ChallengeName' | 'ChallengeParameters' | 'Session'
  >,
  email: string,
): SignInStep {
  if (response.AuthenticationResult) return signedIn(response.AuthenticationResult);
  if (response.ChallengeName === 'NEW_PASSWORD_REQUIRED') return { kind: 'new-password' };
  const mfaType = methods[response.ChallengeName ?? ''];
  const { Session: cognitoSession } = response;
  const username = response.ChallengeParameters?.['USER_ID_FOR_SRP'] ?? email;
  if (cognitoSession && response.ChallengeName === 'SELECT_MFA_TYPE')
    return { kind: 'choice', username, cognitoSession };
  if (!mfaType || !cognitoSession)
    throw new Error(`Cognito asked for a step that this portal does not set up: ${response.ChallengeName}`);
  return { kind: 'challenge', mfaType, username, cognitoSession };
}

/**
 * Checks a password of a user, given by address or by Cognito's name. Unknown addresses look like wrong passwords
 * (PreventUserExistenceErrors). `sendsSms`: a right password has an SMS sent, so the request is never repeated, and has
 * the time that a message takes.
 */
export async function checkPassword(user: string, password: string, sendsSms = false): Promise<SignInStep> {
  const { response, failure } = await settled(
    (sendsSms ? cognitoOnce : cognito).send(
      new AdminInitiateAuthCommand({
        UserPoolId: userPoolId(),
        ClientId: clientId(),
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: user, PASSWORD: password, SECRET_HASH: await secretHash(user) },
      }),
    ),
  );
  return failure ? { kind: 'refused', failure } : toStep(response, user);
}

const respond = async (
  ChallengeName: ChallengeNameType,
  { username, cognitoSession }: { username: string; cognitoSession: string },
  answers: Record<string, string>,
): Promise<SignInStep> => {
  const { response, failure } = await settled(
    cognitoOnce.send(
      new AdminRespondToAuthChallengeCommand({
        UserPoolId: userPoolId(),
        ClientId: clientId(),
        ChallengeName,
        Session: cognitoSession,
        ChallengeResponses: { USERNAME: username, ...answers, SECRET_HASH: await secretHash(username) },
      }),
    ),
  );
  return failure ? { kind: 'refused', failure } : toStep(response, username);
};

/** Chooses the authenticator app, which costs no SMS (API_AdminRespondToAuthChallenge, SELECT_MFA_TYPE). */
export const chooseApp = (choice: { username: string; cognitoSession: string }): Promise<SignInStep> =>
  respond('SELECT_MFA_TYPE', choice, { ANSWER: 'SOFTWARE_TOKEN_MFA' });

/** Sends the second step's code. A wrong one leaves Cognito's session usable; a right one uses it up. */
export function answerChallenge(
  challenge: { mfaType: MfaMethod; username: string; cognitoSession: string },
  code: string,
): Promise<SignInStep> {
  const { name, answer } = challenges[challenge.mfaType];
  return respond(name, challenge, { [answer]: code });
}
