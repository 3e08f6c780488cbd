import { setUpSms } from '#shared/contract/security';
import { beginSms } from '../../domain/security/second-step';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(setUpSms, async ({ body, caller }) => {
  await beginSms(caller, body.phoneNumber);
  return { message: '認証コードを送信しました' };
});
