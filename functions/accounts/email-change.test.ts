import { createStripeEmulator } from '../../emulators/stripe/index';
import { listNotices } from '#functions/testing/notices';
import { Browser } from '#functions/testing/browser';
import { giveShop, keepStripeKeys, stripeOf } from '#functions/testing/shops';
import { impersonating, ageProofs, signedIn } from '#functions/testing/signed-in';
import { startSignInServices, wrong } from '#functions/testing/sign-in-services';
import { doAccountTasks } from '#functions/testing/account-tasks';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import { login } from '#functions/sign-in/calls';
import {
  getUser,
  requestEmailChange as request,
  resendEmailChange as resend,
  verifyEmailChange as verify,
} from './calls';

const services = testServices(() =>
  startSignInServices(async (clock) => ({ stripe: await createStripeEmulator({ clock }) })),
);
let owner: TestUser;
const newEmail = 'new@example.jp';

beforeEach(async () => {
  await keepStripeKeys();
  owner = await services.createUser({ email: 'owner@example.jp' });
});

const addressOf = async (browser: Browser) => ((await browser.get(getUser)).body['user'] as { email: string }).email;
const signsIn = async (email: string) =>
  (await new Browser().post(login, { email, password: owner.password })).status === 200;
const confirm = (browser: Browser, verificationCode = services.newestCode(newEmail)) =>
  browser.post(verify, { verificationCode });

async function asked(): Promise<Browser> {
  const browser = await signedIn(owner);
  expect((await browser.post(request, { newEmail: ' New@Example.JP ' })).status).toBe(200);
  return browser;
}

async function shop(): Promise<string> {
  const { id } = await stripeOf(services).customers.create({ email: owner.email, name: '青山店' });
  await giveShop(owner.userId, id);
  return id;
}

test('the code puts the new address in force: it signs in, other sessions end, the old one is told', async () => {
  const other = await signedIn(owner);
  const browser = await asked();
  expect(services.messages[0]).toMatchObject({ to: newEmail, subject: '【レボナイザー】メールアドレス変更の確認' });
  expect(await addressOf(browser)).toBe(owner.email);
  expect([await signsIn(owner.email), await signsIn(newEmail)]).toEqual([true, false]);
  const response = await confirm(browser);
  expect(response.body).toMatchObject({ message: 'メールアドレスを変更しました', user: { email: newEmail } });
  expect(await addressOf(browser)).toBe(newEmail);
  expect((await other.get(getUser)).status).toBe(401);
  expect([await signsIn(owner.email), await signsIn(newEmail)]).toEqual([false, true]);
  expect(await listNotices()).toEqual([expect.objectContaining({ kind: 'email-changed', to: owner.email })]);
});

test('the code is right: the bills of the shops go to the new address, and the portal shows it', async () => {
  const [customerId, other] = [await shop(), await shop()];
  const browser = await asked();
  expect((await stripeOf(services).customers.retrieve(customerId)) as { email: unknown }).toMatchObject({
    email: owner.email,
  });
  expect((await confirm(browser)).status).toBe(200);
  expect(await doAccountTasks()).toEqual({ done: ['move-bills', 'move-bills'], left: [] });
  for (const id of [customerId, other])
    expect(await stripeOf(services).customers.retrieve(id)).toMatchObject({ email: newEmail });
  expect(await services.items('users')).toContainEqual(
    expect.objectContaining({
      sk: `SNAPSHOT#${customerId}`,
      record: expect.objectContaining({ customer: expect.objectContaining({ email: newEmail }) as unknown }) as unknown,
    }),
  );
  services.clock.advance(120_000);
  expect(await doAccountTasks()).toEqual({ done: [], left: [] });
});

test('Cognito still reads the former address after the right code: the new one is in force all the same', async () => {
  const browser = await asked();
  let isRight = false;
  services.inject((_, operation) => {
    isRight ||= operation === 'VerifyUserAttribute';
    if (!isRight || operation !== 'AdminGetUser') return 'pass';
    services.clearFaults();
    const UserAttributes = [
      { Name: 'sub', Value: owner.userId },
      { Name: 'email', Value: owner.email },
    ];
    const body = JSON.stringify({ Username: owner.userId, Enabled: true, UserStatus: 'CONFIRMED', UserAttributes });
    return { status: 200, headers: { 'content-type': 'application/x-amz-json-1.1' }, body };
  });
  expect((await confirm(browser)).body).toMatchObject({ user: { email: newEmail } });
  expect(await addressOf(browser)).toBe(newEmail);
  expect(await listNotices()).toEqual([expect.objectContaining({ kind: 'email-changed', to: owner.email })]);
});

test('resending: only to the requested address, and the newest code works', async () => {
  const browser = await asked();
  const first = services.newestCode(newEmail);
  ageProofs(services);
  expect((await browser.post(resend, { newEmail })).status).toBe(200);
  expect((await browser.post(resend, { newEmail: 'another@example.jp' })).body).toMatchObject({
    code: 'EMAIL_CHANGE_NOT_FOUND',
  });
  const second = services.newestCode(newEmail);
  expect(services.messages.filter(({ to }) => to === newEmail)).toHaveLength(2);
  if (first !== second) expect((await confirm(browser, first)).body).toMatchObject({ code: 'WRONG_CODE' });
  expect((await confirm(browser, second)).status).toBe(200);
});

test('a taken address: EMAIL_TAKEN at the request, and at the code if taken meanwhile', async () => {
  const other = await services.createUser({ email: 'taken@example.jp' });
  const browser = await signedIn(owner);
  const response = await browser.post(request, { newEmail: other.email });
  expect([response.status, response.body]).toEqual([
    409,
    expect.objectContaining({
      code: 'EMAIL_TAKEN',
      fields: { newEmail: 'このメールアドレスはすでに使用されています。' },
    }),
  ]);
  expect(services.messages).toEqual([]);
  await browser.post(request, { newEmail });
  await services.createUser({ email: newEmail });
  expect((await confirm(browser)).body).toMatchObject({ code: 'EMAIL_TAKEN' });
  expect(await addressOf(browser)).toBe(owner.email);
});

test('two users request the same address: one gets it', async () => {
  const other = await services.createUser({ email: 'other@example.jp' });
  const [mine, theirs] = [await signedIn(owner), await signedIn(other)];
  await mine.post(request, { newEmail });
  const myCode = services.newestCode(newEmail);
  await theirs.post(request, { newEmail });
  const responses = await Promise.all([confirm(mine, myCode), confirm(theirs)]);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await Promise.all([addressOf(mine), addressOf(theirs)])).filter((one) => one === newEmail)).toHaveLength(1);
});

test('the same address, a wrong, an old and no code are refused', async () => {
  const browser = await signedIn(owner);
  expect((await browser.post(request, { newEmail: 'OWNER@example.jp' })).body['fields']).toEqual({
    newEmail: '現在のメールアドレスと同じです',
  });
  expect((await browser.post(request, { newEmail: 'nonsense' })).body['fields']).toEqual({
    newEmail: '有効なメールアドレスを入力してください',
  });
  expect((await confirm(browser, '123456')).body).toMatchObject({ code: 'EMAIL_CHANGE_NOT_FOUND' });
  await browser.post(request, { newEmail });
  const code = services.newestCode(newEmail);
  expect((await confirm(browser, wrong(code))).body).toMatchObject({
    code: 'WRONG_CODE',
    message: '認証コードが正しくありません',
  });
  expect((await confirm(browser, '12345')).body['fields']).toEqual({ verificationCode: '認証コードは6桁です' });
  services.clock.advance(86_400_000);
  expect((await confirm(await signedIn(owner), code)).body).toMatchObject({ code: 'EMAIL_CHANGE_NOT_FOUND' });
  expect(await addressOf(browser)).toBe(owner.email);
});

test('a code works once, also in two concurrent calls, and only for its user', async () => {
  const browser = await asked();
  const code = services.newestCode(newEmail);
  const theirs = await signedIn(await services.createUser({ email: 'other@example.jp' }));
  expect((await confirm(theirs, code)).body).toMatchObject({ code: 'EMAIL_CHANGE_NOT_FOUND' });
  const responses = await Promise.all([confirm(browser, code), confirm(browser, code)]);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await confirm(browser, code)).body).toMatchObject({ code: 'EMAIL_CHANGE_NOT_FOUND' });
});

test('ten wrong codes begin a pause; the sixth mail in 15 minutes is refused', async () => {
  const browser = await asked();
  const guess = wrong(services.newestCode(newEmail));
  for (let index = 0; index < 10; index += 1) await confirm(browser, guess);
  expect((await confirm(browser)).body).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', retryAfter: 900 });
  for (let index = 0; index < 4; index += 1) expect((await browser.post(resend, { newEmail })).status).toBe(200);
  expect((await browser.post(resend, { newEmail })).body).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
});

test('one network: 20 mails in 15 minutes by all users together, also to addresses that are taken', async () => {
  const ask = (browser: Browser, address: string) => browser.post(request, { newEmail: address });
  for (let index = 0; index < 20; index += 1) {
    const user = await services.createUser({ email: `free${index}@example.jp` });
    const taken = index % 2 === 1;
    const address = taken ? `free${index - 1}@example.jp` : `new${index}@example.jp`;
    expect((await ask(await signedIn(user), address)).status).toBe(taken ? 409 : 200);
  }
  expect((await ask(await signedIn(owner), newEmail)).body).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  expect((await ask(await signedIn(owner, '198.51.100.9'), newEmail)).status).toBe(200);
});

test('without a recent authentication, in an impersonation or signed out: refused', async () => {
  const browser = await signedIn(owner);
  ageProofs(services);
  expect((await browser.post(request, { newEmail })).body).toMatchObject({ code: 'RECENT_AUTHENTICATION_REQUIRED' });
  const administrator = await impersonating(services, owner);
  for (const [handler, body] of [
    [request, { newEmail }],
    [resend, { newEmail }],
    [verify, { verificationCode: '123456' }],
  ] as const) {
    expect((await administrator.post(handler, body)).body).toMatchObject({ code: 'IMPERSONATION_FORBIDDEN' });
    expect((await new Browser().post(handler, body)).body).toMatchObject({ code: 'NOT_SIGNED_IN' });
  }
  expect(services.messages).toEqual([]);
});

describe('with a service out of reach', () => {
  test('Stripe is down: the address changes, and a task updates the bills', async () => {
    const customerId = await shop();
    const browser = await asked();
    services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));
    expect((await confirm(browser)).status).toBe(200);
    expect(await doAccountTasks()).toEqual({ done: [], left: ['move-bills'] });
    services.clock.advance(15_000);
    services.clearFaults();
    expect(await doAccountTasks()).toEqual({ done: ['move-bills'], left: [] });
    expect(await stripeOf(services).customers.retrieve(customerId)).toMatchObject({ email: newEmail });
    expect(await doAccountTasks()).toEqual({ done: [], left: [] });
  });

  const withoutStripe = () => services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));
  async function expectBills(customerId: string, email: string): Promise<void> {
    services.clearFaults();
    expect(await doAccountTasks()).toEqual({ done: ['move-bills'], left: [] });
    expect(await stripeOf(services).customers.retrieve(customerId)).toMatchObject({ email });
    expect(await doAccountTasks()).toEqual({ done: [], left: [] });
  }

  test('bills wait for Stripe, and the code of a further change is wrong: they follow the first', async () => {
    const customerId = await shop();
    const browser = await asked();
    withoutStripe();
    expect((await confirm(browser)).status).toBe(200);
    await browser.post(request, { newEmail: 'further@example.jp' });
    const code = wrong(services.newestCode('further@example.jp'));
    expect((await confirm(browser, code)).body).toMatchObject({ code: 'WRONG_CODE' });
    await expectBills(customerId, newEmail);
  });

  test('the code is that of a request whose response was lost, and Stripe is down: the bills follow it', async () => {
    const customerId = await shop();
    const browser = await asked();
    services.inject((_, operation) => (operation === 'UpdateUserAttributes' ? 'lost' : 'pass'));
    expect((await browser.post(request, { newEmail: 'further@example.jp' })).status).toBe(503);
    withoutStripe();
    expect((await confirm(browser, services.newestCode('further@example.jp'))).body).toMatchObject({
      user: { email: 'further@example.jp' },
    });
    await expectBills(customerId, 'further@example.jp');
  });

  test('DynamoDB fails after Cognito: 503, and a task updates profile and bills', async () => {
    const customerId = await shop();
    const browser = await asked();
    const code = services.newestCode(newEmail);
    let done = false;
    services.inject((service, operation) => {
      done ||= operation === 'VerifyUserAttribute';
      return service === 'dynamodb' && done ? 'down' : 'pass';
    });
    expect((await confirm(browser, code)).status).toBe(503);
    services.clearFaults();
    expect(await addressOf(browser)).toBe(owner.email);
    services.clock.advance(120_000);
    expect((await doAccountTasks()).done).toEqual(['end-interrupted', 'finish-email-change']);
    await doAccountTasks();
    expect(await addressOf(await signedIn({ ...owner, email: newEmail }))).toBe(newEmail);
    expect(await stripeOf(services).customers.retrieve(customerId)).toMatchObject({ email: newEmail });
  });

  test('Cognito fails: 503, nothing changes, and the task finds nothing to do', async () => {
    const browser = await asked();
    services.inject((_, operation) => (operation === 'VerifyUserAttribute' ? 'down' : 'pass'));
    expect((await confirm(browser)).status).toBe(503);
    services.clearFaults();
    services.clock.advance(120_000);
    expect(await doAccountTasks()).toEqual({ done: ['end-interrupted', 'finish-email-change'], left: [] });
    const again = await signedIn(owner);
    expect(await addressOf(again)).toBe(owner.email);
    expect((await confirm(again)).status).toBe(200);
  });
});
