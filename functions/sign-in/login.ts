import { CallError } from '#shared/errors';
import { secondStepLifetime } from '#shared/constants';
import type { MfaMethod } from '#shared/model/account';
import { clock } from '#functions/platform/clock';
import { findAccount, type Account } from '#functions/platform/cognito/accounts';
import type { Failure } from '#functions/platform/cognito/failure';
import { makeResettable } from '#functions/platform/cognito/registration';
import { checkPassword, chooseApp } from '#functions/platform/cognito/sign-in';
import { newSecret } from '#functions/platform/crypto';
import { putSecretItem } from '#functions/platform/secret-items';
import { sendReset } from '#functions/accounts/codes';
import { readRegistration } from '#functions/accounts/registrations-table';
import type { Viewer } from '#functions/http/caller';
import { impersonateUser } from '#functions/impersonation/impersonate-user';
import { beginSession } from '#functions/sessions/begin-session';
import { CookieSecret } from '#functions/sessions/open-session';
import { knownBrowser } from '#functions/sessions/known-browsers';
import { impersonationLifetime, sessionLifetime, readEpoch } from '#functions/sessions/sessions-table';
import {
  accountOf,
  checkLockout,
  clearLockout,
  countWrongPassword,
  limitedByCognito,
  lockedByCognito,
  signInSms,
  withAttempt,
  type Attempt,
} from '#functions/limits/attempts';
import { consume, countUsed, peek, type Use } from '#functions/limits/limits';
import { logger } from '#functions/platform/logger';
import type { ChallengeItem } from './verify-mfa';

/** The same sign-in again would be refused as a wrong password: only a link of the user's own asking helps. */
const notSent =
  '新しいパスワードの設定が必要ですが、メールを送信できませんでした。しばらくしてから、「パスワードをお忘れですか？」からお手続きください。';

/**
 * A user made in Cognito's console, or given a new password there, has signed in with it. Mails the link for a password
 * of their own, and returns the refusal that says so. Staff's password is over then; if no mail goes out, the user asks
 * for a link themselves. Throws TOO_MANY_ATTEMPTS while the user's mails are used up.
 */
async function forceNewPassword(userId: string, email: string, from: Viewer): Promise<CallError> {
  // By the user's id: strangers who register with the address use up the mails of the address.
  await consume({ kind: 'mail', of: { receiver: accountOf(userId), network: from.address } });
  await makeResettable(userId, newSecret());
  logger.info('a new password has to be set', { userId });
  return sendReset(email).then(
    () => new CallError('NEW_PASSWORD_REQUIRED'),
    (error: unknown) => {
      logger.warn('the link for a new password is not sent', { userId, error: error as Error });
      return new CallError('CODE_DELIVERY_FAILED', { text: notSent });
    },
  );
}

interface LoginRequest {
  email: string;
  password: string;
  from: Viewer;
  sessionCookie: string | undefined;
  registrationCookie: string | undefined;
  browserCookie: string | undefined;
}

/**
 * A session with its cookie's value and lifetime (seconds) and the value of the cookie that identifies the browser, or
 * a second step with its own cookie's value and the last four digits of the number that got the code.
 */
type LoginResult =
  | { kind: 'session'; cookie: string; maxAge: number; browser: string | undefined }
  | { kind: 'challenge'; cookie: string; mfaType: MfaMethod; lastDigits: string | undefined };

/**
 * Wrong password, unknown address, unconfirmed and disabled user get the same response. Cognito reports an unconfirmed
 * user even for a wrong password, so strangers must not learn it. Only the browser that registered gets a hint, for
 * every cause.
 */
async function wrongCredentials(email: string, registrationCookie: string | undefined): Promise<CallError> {
  if ((await readRegistration(registrationCookie))?.email !== email) return new CallError('WRONG_CREDENTIALS');
  return new CallError('WRONG_CREDENTIALS', {
    text: 'メールアドレスまたはパスワードが正しくないか、メールアドレスの確認が完了していません。届いたメールの認証コードかリンクで登録を完了してからログインしてください。',
  });
}

interface Sms {
  /** The last four digits of its number. */
  lastDigits: string;
  uses: readonly Use[];
}

/** The SMS that a right password has sent, if that is the second step. Refused before if no more may be sent. */
async function smsToExpect(account: Account | undefined): Promise<Sms | undefined> {
  if (account?.mfa !== 'sms' || account.phoneNumber === undefined) return undefined;
  const uses = signInSms(account);
  const refusal = await peek(...uses);
  if (refusal) throw refusal;
  return { lastDigits: account.phoneNumber.slice(-4), uses };
}

/**
 * The user of an address and their credential epoch, read before the password is checked: a sign-in counts only if both
 * are the same at its end (decisions/sessions). For an unknown address the reads are the same, so that they take the
 * same time.
 */
async function readBasis(email: string) {
  const account = await findAccount(email);
  const userId = account?.userId;
  const [epoch, sms] = await Promise.all([readEpoch(userId ?? accountOf(email)), smsToExpect(account)]);
  return { userId, epoch, sms };
}

async function tryToImpersonate(request: LoginRequest): Promise<LoginResult | undefined> {
  const begun = await impersonateUser(request);
  return begun && { kind: 'session', ...begun, maxAge: impersonationLifetime };
}

interface FailedAttempt {
  failure: Failure;
  attempt: Attempt;
  account: string;
  known: boolean;
}

async function refusal(request: LoginRequest, { failure, attempt, account, known }: FailedAttempt): Promise<CallError> {
  logger.warn('sign-in refused', { account, reason: failure, from: request.from.address });
  if (failure === 'delivery-failed') return new CallError('CODE_DELIVERY_FAILED');
  if (failure === 'locked' && known) return lockedByCognito(account);
  await attempt.failed();
  if (failure === 'too-many') return limitedByCognito(failure);
  // Only concurrent attempts meet Cognito's own lockout, before ours counts them. Only existing accounts have it, so
  // the response is that of a wrong password.
  await countWrongPassword(account);
  return wrongCredentials(request.email, request.registrationCookie);
}

/** A sign-in on its way: what was read and counted before the password was checked. */
interface Pending {
  request: LoginRequest;
  attempt: Attempt;
  /** What wrong passwords of this address are counted by. */
  account: string;
  /** The known browser, which has a counter of its own; otherwise the account. */
  counted: string;
  known: boolean;
  userId: string;
  epoch: number;
  sms: Sms | undefined;
}

type Step = Awaited<ReturnType<typeof checkPassword>>;
type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>;

/** The account has changed since it was read: the response is that of a wrong password. */
const outdated = ({ email, registrationCookie }: LoginRequest): Promise<CallError> =>
  wrongCredentials(email, registrationCookie);

async function beginSignedIn(pending: Pending, { identity, refreshToken }: StepOf<'signed-in'>): Promise<LoginResult> {
  const { request, attempt, account, userId, epoch } = pending;
  if (identity.userId !== userId) throw await outdated(request);
  const { from, sessionCookie: previousCookie, browserCookie } = request;
  const begun = await beginSession({ user: identity, epoch, from, previousCookie, refreshToken, browserCookie });
  if (!begun) throw await outdated(request);
  await Promise.all([attempt.succeeded(), clearLockout(account)]);
  return { kind: 'session', ...begun, maxAge: sessionLifetime };
}

/**
 * A right password alone does not clear the count, because wrong codes count in it too. Cognito has sent the SMS, so it
 * counts wherever there is room, also if simultaneous sign-ins have filled one count.
 */
async function beginSecondStep(pending: Pending, step: StepOf<'challenge'>): Promise<LoginResult> {
  const { attempt, account, counted, known, userId, epoch, sms } = pending;
  const secret = CookieSecret.make();
  const { mfaType, username, cognitoSession } = step;
  const challenge: ChallengeItem = {
    mfaType,
    userId,
    epoch,
    username,
    sealedSession: secret.seal(cognitoSession),
    account: counted,
    ...(known && { known }),
    expiresAt: clock.seconds() + secondStepLifetime,
  };
  const [refusal] = await Promise.all([
    mfaType === 'sms' && sms ? countUsed(...sms.uses) : undefined,
    attempt.withdrawn(),
    clearLockout(account),
    putSecretItem('CHALLENGE', secret.hash, challenge),
  ]);
  if (refusal) throw refusal;
  const lastDigits = mfaType === 'sms' ? sms?.lastDigits : undefined;
  return { kind: 'challenge', cookie: secret.toCookie(), mfaType, lastDigits };
}

/**
 * Signs a user in with e-mail and password; a second step waits in a challenge of its own. A wrong password may be
 * the master password, with which an administrator impersonates the user. Refuses with WRONG_CREDENTIALS,
 * ACCOUNT_LOCKED or TOO_MANY_ATTEMPTS.
 */
export async function login(request: LoginRequest): Promise<LoginResult> {
  const { email, from } = request;
  const account = accountOf(email);
  const browser = await knownBrowser(request.browserCookie, email);
  const known = browser !== undefined;
  // A known browser has a counter of its own, so that other people's failures cannot lock it out (decisions/limits).
  const counted = browser ?? account;
  const address = known ? undefined : from.address;
  return withAttempt({ kind: 'signin', account: counted, address }, async (attempt) => {
    // An attempt refused here still counts, so hammering a locked account leads to the pause.
    const checks = [readBasis(email), known ? Promise.resolve() : checkLockout(account)] as const;
    const [{ userId, epoch, sms }] = await Promise.all(checks).catch(async (error: unknown) => {
      if (error instanceof CallError) await attempt.failed();
      throw error;
    });
    const checked = await checkPassword(email, request.password, sms !== undefined);
    const step = checked.kind === 'choice' ? await chooseApp(checked) : checked;
    if (step.kind === 'refused') {
      const impersonation = step.failure === 'wrong-credentials' ? await tryToImpersonate(request) : undefined;
      if (!impersonation) throw await refusal(request, { failure: step.failure, attempt, account, known });
      // Cognito has counted a wrong password of the user, so our count does too.
      await Promise.all([attempt.withdrawn(), countWrongPassword(account)]);
      return impersonation;
    }
    if (userId === undefined || epoch === undefined) throw await outdated(request);
    if (step.kind === 'choice') throw new Error('Cognito asked twice which second step to use');
    if (step.kind === 'new-password') {
      await clearLockout(account);
      throw await forceNewPassword(userId, email, from);
    }
    const pending = { request, attempt, account, counted, known, userId, epoch, sms };
    return step.kind === 'signed-in' ? beginSignedIn(pending, step) : beginSecondStep(pending, step);
  });
}
