import { ConfirmForgotPasswordCommand, ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { clientId, cognitoOnce } from './client';
import { refusalOf, type Failure } from './failure';
import { secretHash } from './secret-hash';

/**
 * Why a code for a new password is sent; the trigger that words the mail reads it (client metadata `purpose`): `reset`
 * after a request, `taken` after somebody tried to register with the address.
 */
export type ResetPurpose = 'reset' | 'taken';

/**
 * Mails a code for a new password; undefined if Cognito accepted the request (also for unknown addresses, which get
 * nothing).
 */
export async function sendResetCode(email: string, purpose: ResetPurpose): Promise<Failure | undefined> {
  const client = { ClientId: clientId(), SecretHash: await secretHash(email) };
  return refusalOf(
    cognitoOnce.send(new ForgotPasswordCommand({ ...client, Username: email, ClientMetadata: { purpose } })),
  );
}

/** Sets a new password of the user whom Cognito calls `poolName`, with a mailed code; undefined if it was set. */
export async function confirmReset(poolName: string, code: string, password: string): Promise<Failure | undefined> {
  return refusalOf(
    cognitoOnce.send(
      new ConfirmForgotPasswordCommand({
        ClientId: clientId(),
        SecretHash: await secretHash(poolName),
        Username: poolName,
        ConfirmationCode: code,
        Password: password,
      }),
    ),
  );
}
