import * as auth from '#shared/contract/auth';
import { cancelRegistration } from '../../domain/account/cancel-registration';
import { definePublicHandler } from '../../http/define-public-handler';

export const handler = definePublicHandler(auth.cancelRegistration, async ({ body, from }) => {
  await cancelRegistration(body.token, from);
  return { message: 'このメールアドレスの登録を取り消しました。' };
});
