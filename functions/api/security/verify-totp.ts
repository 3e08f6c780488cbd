import { verifyTotp } from '#shared/contract/security';
import { confirmTotp } from '../../domain/security/second-step';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(verifyTotp, async ({ body, caller, from }) => {
  const recoveryCodes = await confirmTotp(caller, body.code, from);
  return { message: '2段階認証を有効にしました', recoveryCodes };
});
