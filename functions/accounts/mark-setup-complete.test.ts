import { Browser } from '#functions/testing/browser';
import { impersonating } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { testServices } from '#functions/testing/test-services';
import { login } from '#functions/sign-in/calls';
import { getUser, markSetupComplete } from './calls';

const services = testServices(startSignInServices);

const signedIn = async (email: string): Promise<Browser> => {
  const user = await services.createUser({ email });
  const browser = new Browser();
  await browser.post(login, { email, password: user.password });
  return browser;
};

test('the setup is complete: it stays complete after new sign-ins, for this user only', async () => {
  const [browser, other] = [await signedIn('owner@example.jp'), await signedIn('other@example.jp')];
  expect((await browser.get(getUser)).body).toMatchObject({ user: { hasCompletedSetup: false } });
  expect((await browser.post(markSetupComplete)).status).toBe(200);
  expect((await browser.post(markSetupComplete)).status).toBe(200);
  await browser.post(login, { email: 'owner@example.jp', password: 'correct horse' });
  expect((await browser.get(getUser)).body).toMatchObject({ user: { hasCompletedSetup: true } });
  expect((await other.get(getUser)).body).toMatchObject({ user: { hasCompletedSetup: false } });
});

test('not signed in: refused', async () => {
  expect((await new Browser().post(markSetupComplete)).body).toMatchObject({ code: 'NOT_SIGNED_IN' });
});

test('DynamoDB fails at the update: 503, and the next try completes the setup', async () => {
  const browser = await signedIn('owner@example.jp');
  services.inject((_, operation) => (operation === 'UpdateItem' ? 'down' : 'pass'));
  expect((await browser.post(markSetupComplete)).status).toBe(503);
  services.clearFaults();
  expect((await browser.get(getUser)).body).toMatchObject({ user: { hasCompletedSetup: false } });
  await browser.post(markSetupComplete);
  expect((await browser.get(getUser)).body).toMatchObject({ user: { hasCompletedSetup: true } });
});

test('an administrator signed in as the user: the user’s setup stays open', async () => {
  const user = await services.createUser({ email: 'owner@example.jp' });
  expect((await (await impersonating(services, user)).post(markSetupComplete)).status).toBe(200);
  const own = new Browser();
  await own.post(login, { email: user.email, password: user.password });
  expect((await own.get(getUser)).body).toMatchObject({ user: { hasCompletedSetup: false } });
});
