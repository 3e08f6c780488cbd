import * as account from '#shared/contract/account';
import * as emailChange from '../../domain/account/change-email';
import * as deletion from '../../domain/account/delete-account';
import * as profiles from '../../domain/account/profile';
import { markSeen } from '../../domain/session/open-session';
import { defineHandler } from '../../http/define-handler';
import { Reply, clearCookie, cookieNames } from '../../http/request';

export const getUser = defineHandler(account.getUser, async ({ caller }) => {
  await markSeen(caller);
  return { user: profiles.presentUser(caller.profile, caller.session) };
});

export const markSetupComplete = defineHandler(account.markSetupComplete, async ({ caller }) => {
  await profiles.markSetupComplete(caller.profile);
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
