import { clock } from '#functions/platform/clock';
import { Browser } from '#functions/testing/browser';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { login } from '#functions/sign-in/calls';
import { requestRegistration, requestReset, resendRegistration, verifyRegistration } from './calls';

// The fixed time of a response is long for a test that waits for its end.
let steadyTime: number | undefined;
/** The work that may go on after its response. */
const working: Promise<unknown>[] = [];
const { withinTime } = clock;
beforeEach(() => {
  jest.spyOn(clock, 'withinTime').mockImplementation((work, milliseconds, otherwise) => {
    working.push(work);
    return withinTime(work, steadyTime ?? milliseconds, otherwise);
  });
});
const workIsOver = () => Promise.all(working.splice(0));
afterEach(async () => {
  steadyTime = undefined;
  await workIsOver();
});

/** A refusal that ends every request at once. */
const refused = {
  status: 400,
  headers: { 'x-amzn-errortype': 'LimitExceededException' },
  body: JSON.stringify({ __type: 'LimitExceededException', message: 'Attempt limit exceeded' }),
};

const services = testServices(startSignInServices);
const member = 'owner@example.jp';
const waiting = 'waiting@example.jp';
const free = 'new@example.jp';
const chosen = { username: '新しい人', password: 'correct horse' };

beforeEach(async () => {
  await services.createUser({ email: member });
  await new Browser().post(requestRegistration, { ...chosen, email: waiting });
  services.messages.length = 0;
});

describe.each([
  ['registration/request', requestRegistration, chosen],
  ['registration/resend', resendRegistration, {}],
  ['request-reset', requestReset, {}],
])('%s', (_, handler, more) => {
  test('Cognito never responds: the same response for every address, in the same time', async () => {
    steadyTime = 300;
    let release = (): void => undefined;
    const released = new Promise<typeof refused>((resolve) => (release = () => resolve(refused)));
    services.inject((service) => (service === 'cognito' ? released : 'pass'));
    const responses = await Promise.all(
      [member, waiting, free].map((email) => new Browser().post(handler, { ...more, email })),
    );
    expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(responses[0]?.status).toBe(200);
    expect(services.messages).toEqual([]);
    release();
  });

  test('Cognito is down: the same response; later tasks send what each address would have got', async () => {
    const browsers = [member, waiting, free].map((email) => ({ email, browser: new Browser() }));
    services.inject((service) => (service === 'cognito' ? 'down' : 'pass'));
    const responses = await Promise.all(
      browsers.map(({ email, browser }) => browser.post(handler, { ...more, email })),
    );
    expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    await workIsOver();
    services.clearFaults();
    expect(await doTasks()).toBe(3);
    const late = services.messages.map(({ to, subject }) => `${to} ${subject}`).toSorted();
    services.messages.length = 0;
    for (const email of [member, waiting, `another-${free}`]) await new Browser().post(handler, { ...more, email });
    const atOnce = services.messages.map(({ to, subject }) => `${to.replace('another-', '')} ${subject}`).toSorted();
    expect(late).toEqual(atOnce);
    expect((await services.items('users')).filter(({ pk }) => pk === 'TASKS')).toEqual([]);
  });
});

test('a registration sent late: the password is stored nowhere, and signs in once the code is entered', async () => {
  services.inject((service) => (service === 'cognito' ? 'down' : 'pass'));
  const browser = new Browser();
  await browser.post(requestRegistration, { ...chosen, email: free });
  expect(JSON.stringify(await services.items('users'))).not.toContain(chosen.password);
  await workIsOver();
  services.clearFaults();
  await doTasks();
  const signIn = () => new Browser().post(login, { email: free, password: chosen.password });
  expect((await signIn()).status).toBe(401);
  await browser.post(verifyRegistration, { email: free, verificationCode: services.newestCode(free) });
  expect((await signIn()).status).toBe(200);
});

test('Cognito has not registered the address yet: a code is refused as for a member', async () => {
  services.inject((_, operation) => (operation === 'SignUp' ? 'down' : 'pass'));
  const refusals = [];
  for (const email of [member, free]) {
    const browser = new Browser();
    await browser.post(requestRegistration, { ...chosen, email });
    const { status, body } = await browser.post(verifyRegistration, { email, verificationCode: '123456' });
    refusals.push({ status, body });
  }
  expect(refusals[0]?.body).toMatchObject({ code: 'WRONG_CODE' });
  expect(refusals[0]).toEqual(refusals[1]);
});

test('a mail that Cognito cannot send for an hour: given up, and nothing about the address stays', async () => {
  services.inject((service) => (service === 'cognito' ? 'down' : 'pass'));
  await new Browser().post(requestReset, { email: member });
  await workIsOver();
  services.clearFaults();
  services.clock.advance(3_600_000);
  await doTasks();
  expect(services.messages).toEqual([]);
  expect((await services.items('users')).filter(({ pk }) => pk === 'TASKS')).toEqual([]);
});

test('Cognito takes longer than the response: the task leaves the call alone, and sends what it left', async () => {
  steadyTime = 300;
  let release = (): void => undefined;
  const released = new Promise<typeof refused>((resolve) => (release = () => resolve(refused)));
  services.inject((service) => (service === 'cognito' ? released : 'pass'));
  expect((await new Browser().post(requestReset, { email: member })).status).toBe(200);
  services.clearFaults();
  services.clock.advance(14_000);
  expect(await doTasks()).toBe(0);
  services.clock.advance(1_000);
  expect(await doTasks()).toBe(1);
  expect(services.messages).toHaveLength(1);
  release();
});
