import { CallError } from '#shared/errors';
import type { Caller } from '../caller';
import { endSession } from '../session/end-sessions';

/** Ends the caller's session, whose user was disabled, deleted or signed out in Cognito. Returns the refusal. */
export async function sessionGone({ userId, session }: Caller): Promise<CallError> {
  await endSession(userId, session.secretHash, 'credentials');
  return new CallError('NOT_SIGNED_IN');
}
