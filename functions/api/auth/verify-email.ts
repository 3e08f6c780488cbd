import * as auth from '#shared/contract/auth';
import { verifyEmail } from '../../domain/registration/verify-email';
import { cookieNames, readCookie } from '../../http/cookies';
import { definePublicHandler } from '../../http/define-public-handler';

export const handler = definePublicHandler(auth.verifyEmail, async ({ query, from, cookies }) => {
  await verifyEmail(query.token, from, readCookie(cookies, cookieNames.registration));
  return { message: 'メールアドレスの確認が完了しました。ログインできます。' };
});
