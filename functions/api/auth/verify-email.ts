import { verifyEmail } from '#shared/contract/auth';
import { confirmByLink } from '../../domain/registration/verify-registration';
import { cookieNames, readCookie } from '../../http/cookies';
import { definePublicHandler } from '../../http/define-public-handler';

export const handler = definePublicHandler(verifyEmail, async ({ query, from, cookies }) => {
  await confirmByLink(query.token, from, readCookie(cookies, cookieNames.registration));
  return { message: 'メールアドレスの確認が完了しました。ログインできます。' };
});
