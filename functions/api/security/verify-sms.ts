import { verifySms } from '#shared/contract/security';
import { confirmSms } from '../../domain/security/second-step';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(verifySms, async ({ body, caller, from }) => {
  await confirmSms(caller, body.code, from);
  return { message: '2段階認証を有効にしました' };
});
