import * as auth from '#shared/contract/auth';
import { resetPassword } from '../../domain/reset/reset-password';
import { definePublicHandler } from '../../http/define-public-handler';

const messages = {
  removed: 'パスワードを再設定し、2段階認証とリカバリーコードを解除しました。新しいパスワードでログインしてください。',
  kept: 'パスワードを再設定しました。店舗が登録されているため、2段階認証の設定はそのままです。',
};

export const handler = definePublicHandler(auth.resetPassword, async ({ body, from }) => {
  const { token, password, removeSecondStep: removesSecondStep = false } = body;
  const secondStep = await resetPassword({ token, password, removesSecondStep, from });
  return {
    message: secondStep ? messages[secondStep] : 'パスワードを再設定しました。新しいパスワードでログインしてください。',
  };
});
