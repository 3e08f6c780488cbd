import * as security from '#shared/contract/security';
import * as mfa from './mfa';
import * as password from './password';
import * as sessions from './own-sessions';
import { defineHandler } from '#functions/http/define-handler';
import { Reply, cookieNames, readCookie, setCookie } from '#functions/http/request';

export const confirmPassword = defineHandler(security.confirmPassword, async ({ body, caller }) => {
  const { cookie, maxAge } = await password.confirmPassword(caller, body.password);
  return new Reply({ message: 'パスワードを確認しました' }, [setCookie(cookieNames.session, cookie, maxAge)]);
});

export const changePassword = defineHandler(security.changePassword, async ({ body, caller, cookies }) => {
  const browserCookie = readCookie(cookies, cookieNames.browser);
  const renewed = await password.changePassword(caller, { ...body, browserCookie });
  if (!renewed) return { message: 'パスワードを更新しました。もう一度ログインしてください。' };
  const { cookie, maxAge } = renewed;
  return new Reply({ message: 'パスワードを更新しました' }, [setCookie(cookieNames.session, cookie, maxAge)]);
});

export const getMfaStatus = defineHandler(security.getMfaStatus, ({ caller }) => mfa.getMfaStatus(caller));

export const setUpSms = defineHandler(security.setUpSms, async ({ body, caller }) => {
  await mfa.setUpSms(caller, body.phoneNumber);
  return { message: '認証コードを送信しました' };
});

export const verifySms = defineHandler(security.verifySms, async ({ body, caller, from }) => {
  const recoveryCodes = await mfa.verifySms(caller, body.code, from);
  return { message: '2段階認証を有効にしました', recoveryCodes };
});

export const setUpTotp = defineHandler(security.setUpTotp, ({ caller }) => mfa.setUpTotp(caller));

export const verifyTotp = defineHandler(security.verifyTotp, async ({ body, caller, from }) => {
  const recoveryCodes = await mfa.verifyTotp(caller, body.code, from);
  return { message: '2段階認証を有効にしました', recoveryCodes };
});

export const disableMfa = defineHandler(security.disableMfa, async ({ caller }) => {
  await mfa.disableMfa(caller);
  return { message: '2段階認証を無効にしました' };
});

export const listSessions = defineHandler(security.listSessions, async ({ caller }) => ({
  sessions: sessions.listOwnSessions(caller),
}));

export const endSession = defineHandler(security.endSession, async ({ params, caller }) => {
  await sessions.endOwnSession(caller, params.id);
  return { message: 'ログインを終了しました' };
});

export const endOtherSessions = defineHandler(security.endOtherSessions, async ({ caller }) => ({
  message: 'ほかの端末のログインを終了しました',
  ended: await sessions.endOtherSessions(caller),
}));
