import { login } from '#functions/sign-in/calls';
import { Browser } from './browser';

export const email = 'new@example.jp';
export const registration = { email, username: '新しい人', password: 'correct horse' };

/** True if a new browser can sign in as the registrant with this password. */
export const signsIn = async (password: string, address = email): Promise<boolean> =>
  (await new Browser().post(login, { email: address, password })).status === 200;
