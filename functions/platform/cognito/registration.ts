import {
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  ConfirmSignUpCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { clientId, cognito, cognitoOnce, ofUser, secretHash } from './client';
import { settled, failureIn, type Failure } from './failure';

/** The secret of the link that deletes a registration, for the trigger that words its mail (custom-message.ts). */
const metadata = (cancelSecret: string) => ({ ClientMetadata: { cancel: cancelSecret } });

/** The parameters of a request that names a user, and the client alone (no IAM permission). */
const ofClient = async (Username: string) => ({
  ClientId: clientId(),
  SecretHash: await secretHash(Username),
  Username,
});

/** Creates an unconfirmed user and has the code mailed. `userId` is Cognito's sub. */
export async function signUp(registration: {
  email: string;
  username: string;
  password: string;
  cancelSecret: string;
}): Promise<{ userId: string } | { failure: Failure }> {
  const { response, failure } = await settled(
    cognitoOnce.send(
      new SignUpCommand({
        ...(await ofClient(registration.email)),
        Password: registration.password,
        UserAttributes: [
          { Name: 'email', Value: registration.email },
          { Name: 'name', Value: registration.username },
        ],
        ...metadata(registration.cancelSecret),
      }),
    ),
  );
  if (failure) return { failure };
  if (!response.UserSub) throw new Error('Cognito registered a user without a sub');
  return { userId: response.UserSub };
}

/** Mails a new code to an unconfirmed user; undefined if accepted, also for unknown addresses, which get nothing. */
export async function resendConfirmation(email: string, cancelSecret: string): Promise<Failure | undefined> {
  const request = { ...(await ofClient(email)), ...metadata(cancelSecret) };
  return failureIn(cognitoOnce.send(new ResendConfirmationCodeCommand(request)));
}

/** Confirms a user by e-mail address or sub; undefined if the code was right. */
export async function confirmSignUp(user: string, code: string): Promise<Failure | undefined> {
  const request = { ...(await ofClient(user)), ConfirmationCode: code };
  return failureIn(cognitoOnce.send(new ConfirmSignUpCommand(request)));
}

/**
 * Makes a user whose password was made by staff able to get a link for one of their own: Cognito mails none to a user
 * in FORCE_CHANGE_PASSWORD or with an address that is not verified. The random password that replaces staff's is known
 * to nobody. Only for a user whose password was right in this very call. Safe to repeat.
 */
export async function makeResettable(userId: string, password: string): Promise<void> {
  const verified = [{ Name: 'email_verified', Value: 'true' }];
  await ofUser(userId, async (user) => {
    await cognito.send(new AdminUpdateUserAttributesCommand({ ...user, UserAttributes: verified }));
    await cognito.send(new AdminSetUserPasswordCommand({ ...user, Password: password, Permanent: true }));
  });
}

/** Why a code for a new password is sent: after a request, or because somebody tried to register (`taken`). */
export type ResetPurpose = 'reset' | 'taken';

/** Mails a code for a new password; undefined if accepted, also for unknown addresses, which get nothing. */
export async function sendResetCode(email: string, purpose: ResetPurpose): Promise<Failure | undefined> {
  const request = { ...(await ofClient(email)), ClientMetadata: { purpose } };
  return failureIn(cognitoOnce.send(new ForgotPasswordCommand(request)));
}

/** Sets a new password of the user whom Cognito calls `poolName`, with a mailed code; undefined if it was set. */
export async function confirmReset(poolName: string, code: string, password: string): Promise<Failure | undefined> {
  const request = { ...(await ofClient(poolName)), ConfirmationCode: code, Password: password };
  return failureIn(cognitoOnce.send(new ConfirmForgotPasswordCommand(request)));
}
