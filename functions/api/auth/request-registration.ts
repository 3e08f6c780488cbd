import * as auth from '#shared/contract/auth';
import { registrationLifetime, requestRegistration } from '../../domain/registration/request-registration';
import { cookieNames, setCookie } from '../../http/cookies';
import { definePublicHandler } from '../../http/define-public-handler';
import { Reply } from '../../http/request';

export const handler = definePublicHandler(auth.requestRegistration, async ({ body, from }) => {
  const secret = await requestRegistration(body, from);
  return new Reply({ message: '認証コードをメールで送信しました' }, [
    setCookie(cookieNames.registration, secret, registrationLifetime),
  ]);
});
