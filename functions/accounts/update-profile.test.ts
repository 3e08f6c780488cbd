import { readAccount } from '#functions/platform/cognito/accounts';
import { listNotices } from '#functions/testing/notices';
import { holdBack } from '#functions/testing/hold-back';
import { ageProofs, impersonating, signedIn } from '#functions/testing/signed-in';
import { Browser } from '#functions/testing/browser';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { doAccountTasks } from '#functions/testing/account-tasks';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import { setUpSms, verifySms } from '#functions/security/calls';
import { getUser, updateProfile } from './calls';

const services = testServices(startSignInServices);
let owner: TestUser;

beforeEach(async () => {
  owner = await services.createUser({ email: 'owner@example.jp', username: '山田', phoneNumber: '+819012345678' });
});

const userOf = async (browser: Browser) => (await browser.get(getUser)).body['user'];

test('a new name: it changes at once and survives a sign-in, without recent authentication', async () => {
  const browser = await signedIn(owner);
  ageProofs(services);
  const response = await browser.put(updateProfile, { username: ' 佐藤 ' });
  expect(response.status).toBe(200);
  expect(response.body['user']).toEqual({
    id: owner.userId,
    username: '佐藤',
    email: owner.email,
    phoneNumber: '09012345678',
    hasCompletedSetup: false,
    isAdmin: false,
  });
  expect(await userOf(browser)).toEqual(response.body['user']);
  expect(await userOf(await signedIn(owner))).toEqual(response.body['user']);
});

test('the sixth change of a number in 15 minutes: refused, nothing changed; a new name is accepted', async () => {
  const browser = await signedIn(owner);
  const change = (index: number) => browser.put(updateProfile, { phoneNumber: `0312345${index}00` });
  for (let index = 1; index <= 5; index += 1) expect((await change(index)).status).toBe(200);
  expect((await change(6)).body).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', retryAfter: 900 });
  expect(await userOf(browser)).toMatchObject({ phoneNumber: '0312345500' });
  expect((await browser.put(updateProfile, { username: '佐藤' })).status).toBe(200);
  services.clock.advance(900_000);
  expect((await change(7)).status).toBe(200);
});

test('20 concurrent new names: ten are taken; Cognito is asked ten times, and a number can still change', async () => {
  const browser = await signedIn(owner);
  services.operations.length = 0;
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => browser.put(updateProfile, { username: `佐藤 ${index}号` })),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(responses.filter(({ body }) => body['code'] === 'TOO_MANY_ATTEMPTS')).toHaveLength(10);
  expect(services.operations.filter((one) => one === 'cognito AdminUpdateUserAttributes')).toHaveLength(10);
  expect((await browser.put(updateProfile, { phoneNumber: '0312345678' })).status).toBe(200);
  services.clock.advance(900_000);
  expect((await browser.put(updateProfile, { username: '佐藤' })).status).toBe(200);
});

test('a number in Japanese notation is accepted and can be removed; a change ends the other sessions', async () => {
  const [browser, other] = [await signedIn(owner), await signedIn(owner)];
  expect((await browser.put(updateProfile, { phoneNumber: '0312345678' })).body['user']).toMatchObject({
    phoneNumber: '0312345678',
  });
  expect((await other.get(getUser)).status).toBe(401);
  expect(await userOf(await signedIn(owner))).toMatchObject({ phoneNumber: '0312345678' });
  expect((await browser.put(updateProfile, { phoneNumber: '' })).body['user']).not.toHaveProperty('phoneNumber');
  expect(await userOf(await signedIn(owner))).not.toHaveProperty('phoneNumber');
  expect(await listNotices()).toEqual([
    expect.objectContaining({ kind: 'phone-changed', to: owner.email }),
    expect.objectContaining({ kind: 'phone-changed', to: owner.email }),
  ]);
});

test('nothing differs: nothing is written but that it was asked', async () => {
  const browser = await signedIn(owner);
  services.operations.length = 0;
  expect((await browser.put(updateProfile, { username: '山田', phoneNumber: '09012345678' })).status).toBe(200);
  expect(services.operations).toEqual(['dynamodb Query', 'dynamodb UpdateItem']);
});

test.each([
  [{}, { username: '変更する項目を入力してください' }],
  [{ username: ' ' }, { username: '名前は必須です' }],
  [{ username: 'あ'.repeat(51) }, { username: '名前は50文字以下である必要があります' }],
  [{ phoneNumber: '+15551234567' }, { phoneNumber: '日本の電話番号形式で入力してください（例：09012345678）' }],
  [{ phoneNumber: '012345678' }, { phoneNumber: '日本の電話番号形式で入力してください（例：09012345678）' }],
])('%j is refused by its field', async (body, fields) => {
  const response = await (await signedIn(owner)).put(updateProfile, body);
  expect([response.status, response.body['fields']]).toEqual([400, fields]);
});

test('a new number without a recent authentication: refused', async () => {
  const browser = await signedIn(owner);
  ageProofs(services);
  expect((await browser.put(updateProfile, { phoneNumber: '0312345678' })).body).toMatchObject({
    code: 'RECENT_AUTHENTICATION_REQUIRED',
  });
  expect(await userOf(browser)).toMatchObject({ phoneNumber: '09012345678' });
});

test('an impersonating administrator: may change the name, which is recorded, but not the number', async () => {
  const browser = await impersonating(services, owner);
  expect((await browser.put(updateProfile, { phoneNumber: '0312345678' })).body).toMatchObject({
    code: 'IMPERSONATION_FORBIDDEN',
  });
  expect((await browser.put(updateProfile, { username: '代理' })).status).toBe(200);
  expect(await services.items('audit')).toContainEqual(
    expect.objectContaining({
      event: 'impersonation-change',
      userId: owner.userId,
      call: 'update-profile',
      requestId: 'request-1',
    }),
  );
});

test('the audit record cannot be written: nothing changes', async () => {
  const browser = await impersonating(services, owner);
  services.inject((_, operation, request) =>
    operation === 'PutItem' && request.body.includes('impersonation-change') ? 'down' : 'pass',
  );
  expect((await browser.put(updateProfile, { username: '代理' })).status).toBe(503);
  services.clearFaults();
  expect(await userOf(browser)).toMatchObject({ username: '山田' });
});

test('not signed in: refused', async () => {
  expect((await new Browser().put(updateProfile, { username: '佐藤' })).body).toMatchObject({ code: 'NOT_SIGNED_IN' });
});

test('DynamoDB fails after Cognito: 503; the next try sets the name, and a task ends the sessions', async () => {
  const browser = await signedIn(owner);
  services.inject((_, operation, request) =>
    operation === 'UpdateItem' && request.body.includes('"PROFILE"') ? 'down' : 'pass',
  );
  expect((await browser.put(updateProfile, { username: '佐藤' })).status).toBe(503);
  expect((await browser.put(updateProfile, { phoneNumber: '0312345678' })).status).toBe(503);
  services.clearFaults();
  expect((await browser.put(updateProfile, { username: '佐藤' })).body['user']).toMatchObject({ username: '佐藤' });
  services.clock.advance(120_000);
  expect(await doAccountTasks()).toEqual({ done: ['end-interrupted'], left: [] });
  expect(await userOf(await signedIn(owner))).toMatchObject({ username: '佐藤', phoneNumber: '0312345678' });
});

test('SMS becomes the second step while the number changes: refused, and the confirmed number stays', async () => {
  const browser = await signedIn(owner);
  await browser.post(setUpSms, { phoneNumber: '09012345678' });
  const hold = holdBack(services, 0);
  const running = browser.post(updateProfile, { phoneNumber: '09087654321' });
  const held = hold(running);
  expect(await held.reached).toBe(true);
  services.clearFaults();
  expect((await browser.post(verifySms, { code: services.newestCode('+819012345678') })).status).toBe(200);
  held.release();
  expect(await running).toMatchObject({ status: 409, body: { code: 'CHANGE_IN_PROGRESS' } });
  expect(await readAccount(owner.userId)).toMatchObject({ mfa: 'sms', phoneNumber: '+819012345678' });
});

describe('a number is set up for SMS in another tab at the same time', () => {
  const [typed, other] = ['09012345678', '09087654321'];
  const state = async (browser: Browser) => {
    const { mfa, phoneNumber } = (await readAccount(owner.userId)) ?? {};
    return { mfa, inCognito: phoneNumber, shown: ((await userOf(browser)) as { phoneNumber?: string }).phoneNumber };
  };
  const inProgress = { status: 409, body: { code: 'CHANGE_IN_PROGRESS' } };

  test('a new number meets it: CHANGE_IN_PROGRESS, and the profile shows the number that Cognito has', async () => {
    const browser = await signedIn(owner);
    const hold = holdBack(services, 0, 'AdminUpdateUserAttributes');
    const running = browser.post(setUpSms, { phoneNumber: other });
    const held = hold(running);
    expect(await held.reached).toBe(true);
    services.clearFaults();
    expect(await browser.put(updateProfile, { phoneNumber: '0312345678' })).toMatchObject(inProgress);
    held.release();
    expect((await running).status).toBe(200);
    expect(await state(browser)).toEqual({ mfa: undefined, inCognito: '+819087654321', shown: other });
  });

  test('a new number came before it: the code goes to the number typed for SMS, which the profile shows', async () => {
    const browser = await signedIn(owner);
    const hold = holdBack(services, 0);
    const running = browser.post(setUpSms, { phoneNumber: typed });
    const held = hold(running);
    expect(await held.reached).toBe(true);
    services.clearFaults();
    expect((await browser.put(updateProfile, { phoneNumber: other })).status).toBe(200);
    held.release();
    expect((await running).status).toBe(200);
    expect(services.messages[0]).toMatchObject({ channel: 'sms', to: '+819012345678' });
    expect(await state(browser)).toEqual({ mfa: undefined, inCognito: '+819012345678', shown: typed });
  });

  test('the code of the former number comes meanwhile: CHANGE_IN_PROGRESS, and SMS stays off', async () => {
    const browser = await signedIn(owner);
    await browser.post(setUpSms, { phoneNumber: typed });
    const code = services.newestCode('+819012345678');
    const hold = holdBack(services, 2);
    const running = browser.post(setUpSms, { phoneNumber: other });
    const held = hold(running);
    expect(await held.reached).toBe(true);
    services.clearFaults();
    expect(await browser.post(verifySms, { code })).toMatchObject(inProgress);
    held.release();
    expect((await running).status).toBe(200);
    expect(await state(browser)).toEqual({ mfa: undefined, inCognito: '+819087654321', shown: other });
  });

  test('SMS is switched on meanwhile: CHANGE_IN_PROGRESS, and the confirmed number is in use', async () => {
    const browser = await signedIn(owner);
    await browser.post(setUpSms, { phoneNumber: typed });
    const hold = holdBack(services, 0, 'VerifyUserAttribute');
    const running = browser.post(verifySms, { code: services.newestCode('+819012345678') });
    const held = hold(running);
    expect(await held.reached).toBe(true);
    services.clearFaults();
    expect(await browser.post(setUpSms, { phoneNumber: other })).toMatchObject(inProgress);
    held.release();
    expect((await running).status).toBe(200);
    expect(await state(browser)).toEqual({ mfa: 'sms', inCognito: '+819012345678', shown: typed });
  });

  test('Cognito cannot be reached: 503, and no session ends', async () => {
    const [browser, another] = [await signedIn(owner), await signedIn(owner)];
    services.inject((_, operation) => (operation === 'AdminUpdateUserAttributes' ? 'down' : 'pass'));
    expect((await browser.post(setUpSms, { phoneNumber: other })).status).toBe(503);
    services.clearFaults();
    services.clock.advance(120_000);
    expect(await doAccountTasks()).toEqual({ done: [], left: [] });
    expect((await another.get(getUser)).status).toBe(200);
  });
});
