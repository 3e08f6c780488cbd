import * as security from '#shared/contract/security';
import { setUpSms } from '../../domain/security/mfa-by-sms';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(security.setUpSms, async ({ body, caller, from }) => {
  await setUpSms(caller, body.phoneNumber, from);
  return { message: '認証コードを送信しました' };
});
