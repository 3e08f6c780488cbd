import * as account from '#shared/contract/account';
import * as emailChange from './change-email';
import * as deletion from './delete-account';
import * as profiles from './profile';
import { markSeen } from '#functions/sessions/open-session';
import { defineHandler, definePublicHandler } from '#functions/http/define-handler';
import { Reply, clearCookie, cookieNames, readCookie, setBrowserCookie, setCookie } from '#functions/http/request';
import * as auth from '#shared/contract/auth';
import type { Registration } from './codes';
import * as registration from './registration';
import * as reset from './reset-password';
import { sessionLifetime } from '#functions/sessions/sessions-table';

export const getUser = defineHandler(account.getUser, async ({ caller }) => {
  await markSeen(caller);
  return { user: profiles.presentUser(caller.profile, caller.session) };
});

export const markSetupComplete = defineHandler(account.markSetupComplete, async ({ caller }) => {
  await profiles.markSetupComplete(caller);
  return { message: '初期設定の完了を記録しました' };
});

export const updateProfile = defineHandler(account.updateProfile, async ({ body, caller }) => {
  const profile = await profiles.updateProfile(caller, body);
  return { message: 'プロフィールを更新しました', user: profiles.presentUser(profile, caller.session) };
});

export const requestEmailChange = defineHandler(account.requestEmailChange, async ({ body, caller }) => {
  await emailChange.requestEmailChange(caller, body.newEmail);
  return { message: '新しいメールアドレスに認証コードを送信しました' };
});

export const verifyEmailChange = defineHandler(account.verifyEmailChange, async ({ body, caller, from }) => {
  const profile = await emailChange.verifyEmailChange(caller, body.verificationCode, from);
  return { message: 'メールアドレスを変更しました', user: profiles.presentUser(profile, caller.session) };
});

export const resendEmailChange = defineHandler(account.resendEmailChange, async ({ body, caller }) => {
  await emailChange.resendEmailChange(caller, body.newEmail);
  return { message: '認証コードを再送信しました' };
});

export const canDeleteUser = defineHandler(account.canDeleteUser, async ({ caller }) => {
  const reason = deletion.deletionBlocker(caller);
  return reason === undefined ? { canDelete: true } : { canDelete: false, reason };
});

export const deleteUser = defineHandler(account.deleteUser, async ({ body, caller, from }) => {
  await deletion.deleteUser(caller, body.password, from);
  return new Reply({ message: 'アカウントを削除しました' }, [
    clearCookie(cookieNames.session),
    clearCookie(cookieNames.browser),
  ]);
});

const messages = {
  removed: 'パスワードを再設定し、2段階認証とリカバリーコードを解除しました。新しいパスワードでログインしてください。',
  kept: 'パスワードを再設定しました。店舗が登録されているため、2段階認証の設定はそのままです。',
};

/** Registers, and keeps the cookie by which the browser is recognized. Both paths of the call do this. */
async function startRegistration({ body }: { body: Registration }): Promise<Reply<{ message: string }>> {
  const secret = await registration.requestRegistration(body);
  return new Reply({ message: '認証コードをメールで送信しました' }, [
    setCookie(cookieNames.registration, secret, registration.registrationLifetime),
  ]);
}

export const requestReset = definePublicHandler(auth.requestReset, async ({ body, from, cookies }) => {
  await reset.requestReset(body.email, from, readCookie(cookies, cookieNames.browser));
  return {
    message:
      'パスワード再設定のお申し込みを受け付けました。ご登録のメールアドレスであれば、お手続きのメールが届きます。',
  };
});

export const resetPassword = definePublicHandler(auth.resetPassword, async ({ body, from }) => {
  const { token, password, removeSecondStep: removesSecondStep = false } = body;
  const { secondStep, browser } = await reset.resetPassword({ token, password, removesSecondStep, from });
  const done = 'パスワードを再設定しました。新しいパスワードでログインしてください。';
  return new Reply({ message: secondStep ? messages[secondStep] : done }, setBrowserCookie(browser));
});

export const verifyEmail = definePublicHandler(auth.verifyEmail, async ({ query, from, cookies }) => {
  await registration.verifyEmail(query.token, from, readCookie(cookies, cookieNames.registration));
  return { message: 'メールアドレスの確認が完了しました。ログインできます。' };
});

export const cancelRegistration = definePublicHandler(auth.cancelRegistration, async ({ body, from }) => {
  await registration.cancelRegistration(body.token, from);
  return { message: 'このメールアドレスの登録を取り消しました。' };
});

export const resendVerification = definePublicHandler(auth.resendVerification, async ({ body }) => {
  await registration.resendVerification(body.email);
  return { message: '確認メールを再送信しました' };
});

export const requestRegistration = definePublicHandler(auth.requestRegistration, startRegistration);

/** The older path of request-registration. */
export const register = definePublicHandler(auth.register, startRegistration);

export const verifyRegistration = definePublicHandler(auth.verifyRegistration, async ({ body, from, cookies }) => {
  const { username, begun } = await registration.verifyRegistration({
    email: body.email,
    code: body.verificationCode,
    from,
    registrationCookie: readCookie(cookies, cookieNames.registration),
    sessionCookie: readCookie(cookies, cookieNames.session),
    browserCookie: readCookie(cookies, cookieNames.browser),
  });
  const message = '登録が完了しました';
  if (username === undefined || !begun) return { message, autoLogin: false };
  return new Reply({ message, autoLogin: true, user: { username } }, [
    setCookie(cookieNames.session, begun.cookie, sessionLifetime),
    ...setBrowserCookie(begun.browser),
    clearCookie(cookieNames.registration),
  ]);
});

/** Another path of resend-verification. Both do the same. */
export const resendRegistration = definePublicHandler(auth.resendRegistration, async ({ body }) => {
  await registration.resendVerification(body.email);
  return { message: '認証コードを再送信しました' };
});
