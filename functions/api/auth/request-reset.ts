import * as auth from '#shared/contract/auth';
import { requestReset } from '../../domain/reset/request-reset';
import { cookieNames, readCookie } from '../../http/cookies';
import { definePublicHandler } from '../../http/define-public-handler';

export const handler = definePublicHandler(auth.requestReset, async ({ body, from, cookies }) => {
  await requestReset(body.email, from, readCookie(cookies, cookieNames.browser));
  return {
    message:
      'パスワード再設定のお申し込みを受け付けました。ご登録のメールアドレスであれば、お手続きのメールが届きます。',
  };
});
