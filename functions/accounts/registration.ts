import { CallError } from '#shared/errors';
import { clock } from '#functions/platform/clock';
import { confirmSignUp } from '#functions/platform/cognito/registration';
import { hash, newSecret, unseal, seal } from '#functions/platform/crypto';
import { deleteSecretItem, deleteSecretWrite, putSecretItem, readSecretItem } from '#functions/platform/secret-items';
import {
  readRegistration,
  type CancellationItem,
  type RegistrationItem,
  keepNewUser,
  noteRegistration,
} from './registrations-table';
import type { Viewer } from '#functions/http/caller';
import { requestCode, sendConfirmation, sendRegistration, type Registration } from './codes';
import { refuseWeakPassword } from './passwords';
import { parseLinkToken } from './link-token';
import { beginSession, type Begun } from '#functions/sessions/begin-session';
import { accountOf, withAttempt, type Attempt, limitedByCognito } from '#functions/limits/attempts';
import { consume } from '#functions/limits/limits';
import { writeAll } from '#functions/platform/dynamodb/transaction';
import { takeOverWrites } from '#functions/shops/take-over';
import { logger } from '#functions/platform/logger';
import { contactText, type Contact } from '#shared/model/business';
import { findAccount, readAccount, setPassword, updateAccount } from '#functions/platform/cognito/accounts';
import { readUser } from '#functions/platform/users-table';
import { stageContact } from '#functions/platform/environment';
import { deleteUserOf, requireIdle } from './delete-account';
import { endEpoch, readEpoch } from '#functions/sessions/sessions-table';

/** The registration made by the browser of a call, with the secret of its cookie. */
interface OwnRegistration {
  secret: string;
  item: RegistrationItem;
}

/** The registration of a cookie; undefined once it has expired. */
async function ownRegistration(cookie: string | undefined): Promise<OwnRegistration | undefined> {
  const item = await readRegistration(cookie);
  return cookie !== undefined && item ? { secret: cookie, item } : undefined;
}

/**
 * Finishes a registration whose address was proven. A user who existed before gets this browser's password and name, so
 * that no stranger who registered the address can sign in. Undefined if the registration is another user's.
 */
async function adopt({ secret, item }: OwnRegistration, user: string): Promise<string | undefined> {
  let { userId } = item;
  if (item.sealedPassword !== undefined) {
    const found = await findAccount(user);
    if (found?.email !== item.email) return undefined;
    ({ userId } = found);
    const failure = await setPassword(userId, unseal(item.sealedPassword, secret));
    if (failure || !(await updateAccount(userId, { username: item.username })))
      throw new Error(`A registration could not be adopted: ${failure ?? 'the user is gone'}`);
    await endEpoch(userId);
    logger.info('registration adopted', { userId });
  }
  return userId;
}

/** How long the browser that registered is recognized, in seconds. */
export const registrationLifetime = 60 * 60;

/**
 * Registers a user and returns the secret by which their browser is known for an hour. Response and time are the same
 * for every address. The password of one that is not free stays sealed until it is proven (decisions/registration).
 */
export async function requestRegistration({ email, username, password }: Registration): Promise<string> {
  refuseWeakPassword('password', password, { email, username });
  await consume({ kind: 'mail', of: { receiver: accountOf(email) } });
  const secret = newSecret();
  const expiresAt = clock.seconds() + registrationLifetime;
  const registration: RegistrationItem = { email, username, sealedPassword: seal(password, secret), expiresAt };
  await putSecretItem('REGISTRATION', hash(secret), registration);
  await requestCode({ kind: 'registration', email, username }, async () => {
    const userId = await sendRegistration({ email, username, password });
    if (userId === undefined) return;
    await keepNewUser(hash(secret), userId);
    logger.info('registered', { account: accountOf(email), userId });
  });
  return secret;
}

/** Mails the code of a registration again; response and time are the same for every address. */
export async function resendVerification(email: string): Promise<void> {
  await consume({ kind: 'mail', of: { receiver: accountOf(email) } });
  await requestCode({ kind: 'confirmation', email }, () => sendConfirmation(email));
}

interface Confirmation {
  email: string;
  code: string;
  from: Viewer;
  registrationCookie: string | undefined;
  sessionCookie: string | undefined;
  browserCookie: string | undefined;
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
  { from, sessionCookie, browserCookie }: Confirmation,
): Promise<Begun | undefined> {
  const { email, username } = own.item;
  const begin = async (): Promise<Begun | undefined> => {
    const epoch = await readEpoch(userId);
    if (epoch === undefined) return undefined;
    const user = { userId, email, username, groups: [] };
    return beginSession({ user, epoch, from, previousCookie: sessionCookie, browserCookie });
  };
  return begin().catch((error: unknown) => {
    logger.error('registered without a session', { userId, error: error as Error });
    return undefined;
  });
}

/** Confirms a registration by its code; signs in only the browser that registered. */
export async function verifyRegistration(request: Confirmation): Promise<{ username?: string; begun?: Begun }> {
  const { email, code, from } = request;
  const found = await ownRegistration(request.registrationCookie);
  const own = found?.item.email === email ? found : undefined;
  // The browser that registered has a counter of its own, so that wrong codes of strangers do not keep it waiting.
  const account = own ? hash(own.secret) : accountOf(email);
  return withAttempt({ kind: 'confirm', account, address: from.address }, async (attempt) => {
    const failure = await confirmSignUp(email, code).catch(async (error: unknown) => {
      if (own) await noteRegistration(hash(own.secret), { tried: hash(code) }).catch(() => undefined);
      throw error;
    });
    // The response to this very code was lost: the user that this browser created is confirmed, perhaps by it. That
    // proves nothing, so no session begins; the user signs in with the password chosen here.
    if (failure === 'already-confirmed' && own?.item.userId !== undefined && own.item.tried === hash(code)) {
      await Promise.all([attempt.withdrawn(), deleteSecretItem('REGISTRATION', hash(own.secret))]);
      return {};
    }
    // This browser confirmed it before in an interrupted call: continue there.
    const resumed = failure === 'already-confirmed' && own?.item.proved === true;
    if (failure && !resumed) {
      logger.warn('registration code refused', { account: accountOf(email), reason: failure, from: from.address });
      throw await refuseCode(attempt, own);
    }
    if (own && !resumed) await noteRegistration(hash(own.secret), { proved: true });
    const userId = own && (await adopt(own, email));
    // Not by the mailed link: a mail scanner opens links, and whoever registered need not own the address. Together
    // with the registration's end, because until then the same code again goes on here.
    if (own && userId !== undefined)
      await writeAll([deleteSecretWrite('REGISTRATION', hash(own.secret)), ...takeOverWrites({ userId, email })]);
    await attempt.succeeded();
    logger.info('registration confirmed', { account: accountOf(email), ...(userId !== undefined && { userId }) });
    if (!own || userId === undefined) return {};
    const begun = await tryToBegin(userId, own, request);
    return begun ? { username: own.item.username, begun } : {};
  });
}

/** Confirms a registration by its link's token; signs nobody in. Refuses with LINK_INVALID or LINK_EXPIRED. */
export async function verifyEmail(token: string, from: Viewer, registrationCookie: string | undefined): Promise<void> {
  const link = parseLinkToken(token);
  if (link?.code === undefined) throw new CallError('LINK_INVALID');
  const { userId, code } = link;
  await withAttempt({ kind: 'confirm', account: accountOf(userId), address: from.address }, async (attempt) => {
    const failure = await confirmSignUp(userId, code);
    if (failure) {
      await attempt.failed();
      logger.warn('registration link refused', { userId, reason: failure, from: from.address });
      throw failure === 'too-many'
        ? limitedByCognito(failure)
        : new CallError(failure === 'expired-code' ? 'LINK_EXPIRED' : 'LINK_INVALID');
    }
    const own = await ownRegistration(registrationCookie);
    if (own?.item.sealedPassword !== undefined && (await adopt(own, userId)) !== undefined)
      await deleteSecretItem('REGISTRATION', hash(own.secret));
    await attempt.succeeded();
    logger.info('registration confirmed', { userId });
  });
}

const withShops = (contact: Contact): string =>
  'このアカウントには店舗が登録されているため、ここでは削除できません。' +
  `お手数ですが、担当者までご連絡ください。${contactText(contact)}`;

const usedUp =
  'このリンクは無効か、すでに使用されています。登録が残っている場合は、最後に届いたメールのリンクをお使いください。';

/**
 * Deletes the user of a registration's mail for the person who got the mail: unconfirmed, or an account without a shop,
 * with its sessions. The token counts once and only for this user at this address. If they are gone already, or have
 * another address by now, it succeeds too. Refuses with LINK_INVALID, or with ACCOUNT_NOT_DELETABLE if there is a shop.
 */
export async function cancelRegistration(token: string, from: Viewer): Promise<void> {
  const link = parseLinkToken(token);
  const secretHash = hash(link?.secret ?? '');
  const item = link?.secret && (await readSecretItem<CancellationItem>('CANCELLATION', secretHash));
  if (!item) throw new CallError('LINK_INVALID', { text: usedUp });
  const { userId } = link;
  const account = await readAccount(userId);
  if (account && accountOf(account.email) === item.account) {
    const { shops } = await readUser(userId, 'ownership');
    if (shops.length > 0) throw new CallError('ACCOUNT_NOT_DELETABLE', { text: withShops(stageContact()) });
    await requireIdle(userId);
    const email = account.usable ? account.email : undefined;
    await deleteUserOf({ userId, email, by: 'mail', from });
    logger.warn('registration cancelled', { userId, from: from.address });
  }
  await deleteSecretItem('CANCELLATION', secretHash);
}
