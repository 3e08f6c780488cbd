import * as security from '#shared/contract/security';
import { verifyTotp } from '../../domain/security/mfa-by-totp';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(security.verifyTotp, async ({ body, caller, from }) => {
  const recoveryCodes = await verifyTotp(caller, body.code, from);
  return { message: '2段階認証を有効にしました', recoveryCodes };
});
