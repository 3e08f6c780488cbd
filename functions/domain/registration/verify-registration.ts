import { CallError } from '#shared/errors';
import { confirmSignUp } from '../../adapters/cognito/registration';
import { hash } from '../../adapters/ids';
import { readEpoch } from '../../adapters/users-table/epochs';
import { deleteRegistration, markProved } from '../../adapters/users-table/registrations';
import { logger } from '../../runtime/logger';
import type { Origin } from '../caller';
import { beginSession } from '../session/begin-session';
import { accountOf, beginAttempt, withAttempt, type Attempt } from '../throttle/attempts';
import { adopt, ownRegistration, type OwnRegistration } from './adopt-registration';

export interface Confirmation {
  email: string;
  code: string;
  from: Origin;
  registrationCookie: string | undefined;
  sessionCookie: string | undefined;
}

/**
 * All refused codes look alike, because Cognito's reasons reveal whether an address waits for one, and anybody can
 * register with an address to see them. Cognito calls a code of an unknown address expired; a code that was mailed
 * outlives the cookie of the browser that registered.
 */
async function refuseCode(attempt: Attempt, own: OwnRegistration | undefined): Promise<CallError> {
  await attempt.failed();
  return new CallError('WRONG_CODE', own ? {} : { text: '認証コードが正しくないか、有効期限が切れています' });
}

/** Begins a session after a registration. If that fails, undefined: the registration stands, and the user signs in. */
async function tryToBegin(
  userId: string,
  own: OwnRegistration,
  { from, sessionCookie }: Confirmation,
): Promise<string | undefined> {
  const { email, username } = own.item;
  const begin = async (): Promise<string | undefined> => {
    const epoch = await readEpoch(userId);
    if (epoch === undefined) return undefined;
    const user = { userId, email, username, groups: [] };
    return beginSession({ user, epoch, from, previousCookie: sessionCookie });
  };
  return begin().catch((error: unknown) => {
    logger.error('registered without a session', { userId, error: error as Error });
    return undefined;
  });
}

/**
 * Confirms a registration by its code. Returns the value of a session cookie if the browser is the one that registered.
 */
export async function verifyRegistration(request: Confirmation): Promise<{ username?: string; cookie?: string }> {
  const { email, code, from } = request;
  const found = await ownRegistration(request.registrationCookie);
  const own = found?.item.email === email ? found : undefined;
  // The browser that registered has a counter of its own, so that wrong codes of strangers do not keep it waiting.
  const attempt = await beginAttempt('confirm', own ? hash(own.secret) : accountOf(email), from.address);
  return withAttempt(attempt, async () => {
    const failure = await confirmSignUp(email, code);
    // This browser confirmed it before in an interrupted call: continue there.
    const resumed = failure === 'already-confirmed' && own?.item.proved === true;
    // The user that this browser created is confirmed, perhaps by a call whose response was lost, or by the mailed
    // link. This code proves nothing, so no session begins; the user signs in with the password chosen here.
    if (failure === 'already-confirmed' && own?.item.userId !== undefined) {
      await Promise.all([attempt.withdrawn(), deleteRegistration(hash(own.secret))]);
      return {};
    }
    if (failure && !resumed) {
      logger.warn('registration code refused', { account: accountOf(email), reason: failure, from: from.address });
      throw await refuseCode(attempt, own);
    }
    if (own?.item.sealedPassword !== undefined && !resumed) await markProved(hash(own.secret));
    const userId = own && (await adopt(own, email));
    await attempt.succeeded();
    logger.info('registration confirmed', { account: accountOf(email), ...(userId !== undefined && { userId }) });
    if (!own || userId === undefined) return {};
    const cookie = await tryToBegin(userId, own, request);
    return cookie === undefined ? {} : { username: own.item.username, cookie };
  });
}
