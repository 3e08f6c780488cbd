import { cookieNames } from '#functions/http/request';
import { Browser } from '#functions/testing/browser';
import { email, registration, signsIn } from '#functions/testing/registrant';
import { startSignInServices, wrong } from '#functions/testing/sign-in-services';
import { testServices } from '#functions/testing/test-services';
import { requestRegistration, resendRegistration, resendVerification, verifyEmail, verifyRegistration } from './calls';

const services = testServices(startSignInServices);
const day = 86_400_000;

describe('the link', () => {
  test('in the browser that registered too: confirms without signing in', async () => {
    const browser = new Browser();
    await browser.post(requestRegistration, registration);
    const response = await browser.get(verifyEmail, { token: services.newestToken(email) });
    expect(response.status).toBe(200);
    expect(browser.cookies[cookieNames.session]).toBeUndefined();
    expect(await signsIn(registration.password)).toBe(true);
  });

  test('used twice: invalid', async () => {
    await new Browser().post(requestRegistration, registration);
    const query = { token: services.newestToken(email) };
    await new Browser().get(verifyEmail, query);
    expect((await new Browser().get(verifyEmail, query)).body).toMatchObject({ code: 'LINK_INVALID' });
  });

  test('a day old: expired', async () => {
    await new Browser().post(requestRegistration, registration);
    const token = services.newestToken(email);
    services.clock.advance(day);
    const response = await new Browser().get(verifyEmail, { token });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: 'LINK_EXPIRED' });
  });

  test('altered: invalid', async () => {
    await new Browser().post(requestRegistration, registration);
    const token = services.newestToken(email);
    const altered = [wrong(token.slice(-6)), 'x'].map((end) => `${token.slice(0, -6)}${end}`);
    for (const one of [...altered, 'nonsense']) {
      expect((await new Browser().get(verifyEmail, { token: one })).body).toMatchObject({ code: 'LINK_INVALID' });
    }
    expect(await signsIn(registration.password)).toBe(false);
  });

  test('missing: refused', async () => {
    expect((await new Browser().get(verifyEmail)).status).toBe(400);
  });
});

describe.each([
  ['registration/resend', resendRegistration],
  ['resend-verification', resendVerification],
])('%s', (_, handler) => {
  test('a new code is mailed, and the earlier one no longer confirms', async () => {
    const browser = new Browser();
    await browser.post(requestRegistration, registration);
    const first = services.newestCode(email);
    expect((await new Browser().post(handler, { email })).status).toBe(200);
    const second = services.newestCode(email);
    if (first !== second)
      expect((await browser.post(verifyRegistration, { email, verificationCode: first })).status).toBe(400);
    expect((await browser.post(verifyRegistration, { email, verificationCode: second })).status).toBe(200);
  });

  test('unknown and confirmed addresses: the same response, and nothing is mailed', async () => {
    await services.createUser({ email: 'owner@example.jp' });
    await new Browser().post(requestRegistration, registration);
    services.messages.length = 0;
    const responses = await Promise.all(
      ['owner@example.jp', 'nobody@example.jp', email].map((address) =>
        new Browser().post(handler, { email: address }),
      ),
    );
    expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(services.messages.map((message) => message.to)).toEqual([email]);
  });

  test.each([email, 'nobody@example.jp'])('the sixth message in an hour to %s is refused', async (address) => {
    for (let index = 0; index < 5; index += 1)
      expect((await new Browser().post(handler, { email: address })).status).toBe(200);
    const sixth = await new Browser().post(handler, { email: address });
    expect(sixth.status).toBe(429);
    expect(sixth.body).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', retryAfter: 3600 });
    services.clock.advance(3_600_000);
    expect((await new Browser().post(handler, { email: address })).status).toBe(200);
  });
});
