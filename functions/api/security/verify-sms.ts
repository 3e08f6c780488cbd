import * as security from '#shared/contract/security';
import { verifySms } from '../../domain/security/mfa-by-sms';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(security.verifySms, async ({ body, caller, from }) => {
  await verifySms(caller, body.code, from);
  return { message: '2段階認証を有効にしました' };
});
