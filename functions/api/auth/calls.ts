import * as auth from '#shared/contract/auth';
import { secondStepLifetime } from '#shared/limits';
import * as cancellation from '../../domain/account/cancel-registration';
import * as registration from '../../domain/registration/registration';
import * as reset from '../../domain/reset/reset-password';
import { endSessionOfCookie } from '../../domain/session/end-sessions';
import { rememberBrowser } from '../../domain/session/known-browsers';
import { sessionLifetime } from '../../domain/session/session-limits';
import * as signIn from '../../domain/sign-in/login';
import * as secondStep from '../../domain/sign-in/verify-mfa';
import { definePublicHandler } from '../../http/define-handler';
import { Refusal, Reply, clearCookie, cookieNames, readCookie, setBrowserCookie, setCookie } from '../../http/request';

export const login = definePublicHandler(auth.login, async ({ body, from, cookies }) => {
  const result = await signIn.login({
    ...body,
    from,
    sessionCookie: readCookie(cookies, cookieNames.session),
    registrationCookie: readCookie(cookies, cookieNames.registration),
    browserCookie: readCookie(cookies, cookieNames.browser),
  });
  if (result.kind === 'challenge') {
    throw new Refusal('MFA_REQUIRED', [setCookie(cookieNames.challenge, result.cookie, secondStepLifetime)], {
      details: { mfaType: result.mfaType, ...(result.lastDigits && { lastDigits: result.lastDigits }) },
    });
  }
  return new Reply({ message: 'ログインしました' }, [
    setCookie(cookieNames.session, result.cookie, result.maxAge),
    ...setBrowserCookie(result.browser),
  ]);
});

export const verifyMfa = definePublicHandler(auth.verifyMfa, async ({ body, from, cookies }) => {
  const session = await secondStep.verifyMfa({
    ...body,
    from,
    challengeCookie: readCookie(cookies, cookieNames.challenge),
    sessionCookie: readCookie(cookies, cookieNames.session),
  });
  return new Reply({ message: 'ログインしました' }, [
    setCookie(cookieNames.session, session, sessionLifetime),
    ...setBrowserCookie(await rememberBrowser(session, readCookie(cookies, cookieNames.browser))),
    clearCookie(cookieNames.challenge),
  ]);
});

export const logout = definePublicHandler(auth.logout, async ({ cookies, from }) => {
  await endSessionOfCookie(readCookie(cookies, cookieNames.session), 'sign-out', from);
  return new Reply({ message: 'ログアウトしました' }, [
    clearCookie(cookieNames.session),
    clearCookie(cookieNames.challenge),
  ]);
});

export const requestReset = definePublicHandler(auth.requestReset, async ({ body, from, cookies }) => {
  await reset.requestReset(body.email, from, readCookie(cookies, cookieNames.browser));
  return {
    message:
      'パスワード再設定のお申し込みを受け付けました。ご登録のメールアドレスであれば、お手続きのメールが届きます。',
  };
});

const messages = {
  removed: 'パスワードを再設定し、2段階認証とリカバリーコードを解除しました。新しいパスワードでログインしてください。',
  kept: 'パスワードを再設定しました。店舗が登録されているため、2段階認証の設定はそのままです。',
};

export const resetPassword = definePublicHandler(auth.resetPassword, async ({ body, from }) => {
  const { token, password, removeSecondStep: removesSecondStep = false } = body;
  const secondStep = await reset.resetPassword({ token, password, removesSecondStep, from });
  return {
    message: secondStep ? messages[secondStep] : 'パスワードを再設定しました。新しいパスワードでログインしてください。',
  };
});

export const verifyEmail = definePublicHandler(auth.verifyEmail, async ({ query, from, cookies }) => {
  await registration.verifyEmail(query.token, from, readCookie(cookies, cookieNames.registration));
  return { message: 'メールアドレスの確認が完了しました。ログインできます。' };
});

export const cancelRegistration = definePublicHandler(auth.cancelRegistration, async ({ body, from }) => {
  await cancellation.cancelRegistration(body.token, from);
  return { message: 'このメールアドレスの登録を取り消しました。' };
});

export const resendVerification = definePublicHandler(auth.resendVerification, async ({ body }) => {
  await registration.resendVerification(body.email);
  return { message: '確認メールを再送信しました' };
});

/** Registers, and keeps the cookie by which the browser is recognized. Both paths of the call do this. */
async function startRegistration({ body }: { body: registration.Registration }): Promise<Reply<{ message: string }>> {
  const secret = await registration.requestRegistration(body);
  return new Reply({ message: '認証コードをメールで送信しました' }, [
    setCookie(cookieNames.registration, secret, registration.registrationLifetime),
  ]);
}

export const requestRegistration = definePublicHandler(auth.requestRegistration, startRegistration);

/** The older path of request-registration. */
export const register = definePublicHandler(auth.register, startRegistration);

export const verifyRegistration = definePublicHandler(auth.verifyRegistration, async ({ body, from, cookies }) => {
  const { username, cookie } = await registration.verifyRegistration({
    email: body.email,
    code: body.verificationCode,
    from,
    registrationCookie: readCookie(cookies, cookieNames.registration),
    sessionCookie: readCookie(cookies, cookieNames.session),
  });
  const message = '登録が完了しました';
  if (username === undefined || cookie === undefined) return { message, autoLogin: false };
  return new Reply({ message, autoLogin: true, user: { username } }, [
    setCookie(cookieNames.session, cookie, sessionLifetime),
    ...setBrowserCookie(await rememberBrowser(cookie, readCookie(cookies, cookieNames.browser))),
    clearCookie(cookieNames.registration),
  ]);
});

/** Another path of resend-verification. Both do the same. */
export const resendRegistration = definePublicHandler(auth.resendRegistration, async ({ body }) => {
  await registration.resendVerification(body.email);
  return { message: '認証コードを再送信しました' };
});
