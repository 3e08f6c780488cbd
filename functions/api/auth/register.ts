import { register } from '#shared/contract/auth';
import { register as registerUser, registrationLifetime } from '../../domain/registration/request-registration';
import { cookieNames, setCookie } from '../../http/cookies';
import { definePublicHandler } from '../../http/define-public-handler';
import { Reply } from '../../http/request';

export const handler = definePublicHandler(register, async ({ body }) => {
  const secret = await registerUser(body);
  return new Reply({ message: '認証コードをメールで送信しました' }, [
    setCookie(cookieNames.registration, secret, registrationLifetime),
  ]);
});
