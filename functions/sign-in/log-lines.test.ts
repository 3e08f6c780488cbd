import { logger } from '#functions/platform/logger';
import { Browser } from '#functions/testing/browser';
import { startSignInServices, wrong } from '#functions/testing/sign-in-services';
import { testServices } from '#functions/testing/test-services';
import { login, logout, verifyMfa } from './calls';
import { requestRegistration, requestReset, resetPassword, verifyRegistration } from '#functions/accounts/calls';

const services = testServices(startSignInServices);

// ASVS 16.2.1, 16.2.5, 16.3.1, 16.3.3
test('a sign-in is logged with user, call and outcome by ids; no secret, address, password or code', async () => {
  const lines: unknown[][] = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    jest.spyOn(logger, level).mockImplementation((...line: unknown[]) => void lines.push(line));
  }
  const email = 'new@example.jp';
  const phone = '+819012345678';
  const secrets: string[] = [email, phone, 'correct horse', 'a new password', 'wrong password'];
  const browser = new Browser();
  const keep = (): void =>
    void secrets.push(...Object.values(browser.cookies).map((value) => value.split('.').at(-1) ?? value));

  await browser.post(requestRegistration, { email, username: '新しい人', password: 'correct horse' });
  keep();
  const code = services.newestCode(email);
  secrets.push(code);
  await browser.post(verifyRegistration, { email, verificationCode: wrong(code) });
  await browser.post(verifyRegistration, { email, verificationCode: code });
  keep();
  await browser.post(login, { email, password: 'wrong password' });
  await browser.post(requestReset, { email });
  const token = services.newestToken(email);
  secrets.push(token, token.slice(-6));
  await browser.post(resetPassword, { token, password: 'a new password' });
  const bySms = await services.createUser({ email: 'sms@example.jp', phoneNumber: phone, mfa: 'sms' });
  await browser.post(login, { email: bySms.email, password: bySms.password });
  keep();
  secrets.push(bySms.email, services.newestCode(phone));
  await browser.post(verifyMfa, { code: services.newestCode(phone) });
  keep();
  await browser.post(logout);

  const written = JSON.stringify(lines);
  for (const secret of secrets) expect(written).not.toContain(secret);
  expect(
    lines.map(([message]) => message).filter((message) => message !== 'responded' && message !== 'refused'),
  ).toEqual([
    'registered',
    'code requested',
    'registration code refused',
    'registration confirmed',
    'signed in',
    'sign-in refused',
    'code requested',
    'sessions ended',
    'password reset',
    'signed in',
    'session ended',
  ]);
});
