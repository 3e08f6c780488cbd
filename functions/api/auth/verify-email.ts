import { verifyEmail } from '../../../shared/contract/auth';
import { confirmByLink } from '../../domain/registration/confirm';
import { cookieNames, readCookie } from '../../runtime/cookies';
import { defineHandler } from '../../runtime/define-handler';

export const handler = defineHandler(verifyEmail, async ({ query, from, cookies }) => {
  await confirmByLink(query.token, from, readCookie(cookies, cookieNames.registration));
  return { message: 'メールアドレスの確認が完了しました。ログインできます。' };
});
