import { TOTP } from 'otpauth';
import { Browser } from '#functions/testing/browser';
import { ageProofs, masterPasswordIn, signedIn, signedInByApp, testReason } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import { login } from '#functions/sign-in/calls';
import { confirmPassword, disableMfa, setUpTotp, verifyTotp } from '#functions/security/calls';
import { getMasterPassword, makeMasterPassword } from './calls';

const services = testServices(startSignInServices);
let admin: TestUser;
let owner: TestUser;

beforeEach(async () => {
  process.env['STAGE'] = 'test';
  admin = await services.createUser({ email: 'admin@example.jp', admin: true, mfa: 'totp' });
  owner = await services.createUser({ email: 'owner@example.jp', mfa: 'sms', phoneNumber: '+819012345678' });
});

/** A sign-in as the owner with a password, from a browser of its own. */
const use = (password: string, email = owner.email) => new Browser('198.51.100.9').post(login, { email, password });
const audit = async () =>
  (await services.items('audit')).map(({ pk: _pk, sk: _sk, at: _at, expiresAt: _end, ...record }) => record);

describe('getting one', () => {
  test('for a reason: shown until 15 minutes later, recorded, and only its hash is kept', async () => {
    const browser = await signedInByApp(admin);
    const response = await browser.post(makeMasterPassword, { reason: '  請求について\u2028の\u202Eお問い合わせ\n' });
    expect(response.body).toEqual({
      masterPassword: expect.stringMatching(/^[A-HJ-NP-Za-hjkmnp-z2-9]{28}$/),
      description: expect.stringContaining('マスターパスワード'),
    });
    expect(response.headers['cache-control']).toBe('no-store');
    expect(await audit()).toEqual([
      {
        event: 'master-password-shown',
        userId: '-',
        by: admin.userId,
        reason: '請求について のお問い合わせ',
        address: '203.0.113.7',
        userAgent: 'test',
      },
    ]);
    const [record] = await services.items('audit');
    // For five years.
    expect(Number(record?.['expiresAt']) - Date.parse(String(record?.['at'])) / 1000).toBeCloseTo(5 * 366 * 86_400, -1);
    const kept = JSON.stringify([await services.items('users'), await services.items('audit')]);
    expect(kept).not.toContain(String(response.body['masterPassword']));
  });

  test('by the call of spec 7: it works, responds to the letter, and the missing reason is on record', async () => {
    const { body } = await (await signedInByApp(admin)).get(getMasterPassword);
    expect(Object.keys(body).toSorted()).toEqual(['description', 'masterPassword']);
    expect((await use(String(body['masterPassword']))).status).toBe(200);
    expect(await audit()).toContainEqual(
      expect.objectContaining({ event: 'impersonation-began', by: admin.userId, reason: '（理由の記入なし）' }),
    );
  });

  test.each(['', '   ', 'あ'.repeat(201), '\n\u202E'])(
    'the reason "%.5s…" is refused under its field',
    async (reason) => {
      const { body } = await (await signedInByApp(admin)).post(makeMasterPassword, { reason });
      expect(body).toMatchObject({ code: 'INVALID_INPUT', fields: { reason: expect.stringContaining('理由') } });
    },
  );

  test('half an hour after the password was proven: refused by both calls until it is proven again', async () => {
    const browser = await signedInByApp(admin);
    ageProofs(services);
    expect((await browser.get(getMasterPassword)).body).toMatchObject({ code: 'RECENT_AUTHENTICATION_REQUIRED' });
    expect((await browser.post(makeMasterPassword, { reason: testReason })).body).toMatchObject({
      code: 'RECENT_AUTHENTICATION_REQUIRED',
    });
    expect(await audit()).toEqual([]);
    await browser.post(confirmPassword, { password: admin.password });
    expect((await browser.get(getMasterPassword)).status).toBe(200);
  });

  // ASVS 6.3.3
  test('without a second step: refused on every stage but the local one', async () => {
    const plain = await services.createUser({ email: 'plain@example.jp', admin: true });
    const browser = await signedIn(plain);
    for (const response of [
      await browser.get(getMasterPassword),
      await browser.post(makeMasterPassword, { reason: testReason }),
    ])
      expect([response.status, response.body['code']]).toEqual([403, 'SECOND_STEP_REQUIRED']);
    expect(await audit()).toEqual([]);
    process.env['STAGE'] = 'local';
    const password = await masterPasswordIn(browser);
    expect((await use(password)).status).toBe(200);
    process.env['STAGE'] = 'local-2';
    expect((await use(password)).status).toBe(401);
  });

  test('a second step set up with a stolen password counts after a day, and the staff hear of it at once', async () => {
    const plain = await services.createUser({ email: 'plain@example.jp', admin: true });
    const browser = await signedIn(plain);
    const { body } = await browser.post(setUpTotp);
    const code = new TOTP({ secret: String(body['secret']) }).generate({ timestamp: services.clock.now() });
    expect((await browser.post(verifyTotp, { code })).status).toBe(200);
    const notices = (await services.items('users')).filter(({ pk }) => pk === 'TASKS').map((task) => task['body']);
    expect(notices).toContainEqual(expect.objectContaining({ kind: 'mfa-enabled', administrator: true }));
    const show = async () => (await browser.post(makeMasterPassword, { reason: testReason })).body;
    expect(await show()).toMatchObject({ code: 'SECOND_STEP_REQUIRED', message: expect.stringContaining('24時間') });
    services.clock.advance(24 * 60 * 60_000 - 1000);
    await browser.post(confirmPassword, { password: plain.password });
    expect(await show()).toMatchObject({ code: 'SECOND_STEP_REQUIRED' });
    services.clock.advance(1000);
    expect(await show()).toMatchObject({ masterPassword: expect.any(String) });
  });

  test('the audit record cannot be written: 503, and no password is shown or kept', async () => {
    const browser = await signedInByApp(admin);
    services.inject((_, operation) => (operation === 'PutItem' ? 'down' : 'pass'));
    const response = await browser.post(makeMasterPassword, { reason: testReason });
    expect([response.status, response.body['masterPassword']]).toEqual([503, undefined]);
    services.clearFaults();
    expect((await services.items('users')).filter(({ pk }) => String(pk).startsWith('MASTER-PASSWORD'))).toEqual([]);
  });
});

describe('using one', () => {
  test('for 15 minutes, for several users, also twice at once; not a second longer', async () => {
    const password = await masterPasswordIn(await signedInByApp(admin));
    const other = await services.createUser({ email: 'other@example.jp' });
    services.clock.advance(899_000);
    const both = await Promise.all([use(password), use(password, other.email)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const began = (await audit()).filter(({ event }) => event === 'impersonation-began');
    expect(new Set(began.map(({ userId }) => userId))).toEqual(new Set([owner.userId, other.userId]));
    services.clock.advance(1000);
    expect((await use(password)).body).toMatchObject({ code: 'WRONG_CREDENTIALS' });
  });

  test('twice at once for the same user: two impersonations, each with its own record', async () => {
    const password = await masterPasswordIn(await signedInByApp(admin));
    const both = await Promise.all([use(password), use(password)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const began = (await audit()).filter(({ event }) => event === 'impersonation-began');
    expect(new Set(began.map(({ session }) => session)).size).toBe(2);
  });

  test('each character counts', async () => {
    const password = await masterPasswordIn(await signedInByApp(admin));
    for (const at of [0, 13, 27]) {
      const letter = password[at] === 'A' ? 'B' : 'A';
      const wrong = `${password.slice(0, at)}${letter}${password.slice(at + 1)}`;
      expect((await use(wrong)).body).toMatchObject({ code: 'WRONG_CREDENTIALS' });
    }
    expect((await use(password.slice(0, -1))).status).toBe(401);
    expect((await use(password)).status).toBe(200);
  });

  test('two administrators: each password names its administrator, whoever uses the browser', async () => {
    const second = await services.createUser({ email: 'second@example.jp', admin: true, mfa: 'totp' });
    const password = await masterPasswordIn(await signedInByApp(second));
    const browser = await signedInByApp(admin);
    await browser.post(login, { email: owner.email, password });
    expect(await audit()).toContainEqual(
      expect.objectContaining({ event: 'impersonation-began', by: second.userId, userId: owner.userId }),
    );
  });

  test.each([
    ['removed from the group', () => services.remove(admin.userId)],
    ['disabled', () => services.disable(admin.userId)],
    ['removed a second ago', async () => (await services.remove(admin.userId), services.clock.advance(1000))],
  ] as const)('the administrator is %s: the password is wrong, nothing recorded', async (_title, happens) => {
    const password = await masterPasswordIn(await signedInByApp(admin));
    await happens();
    const response = await use(password);
    expect([response.status, response.body['code'], response.setCookies]).toEqual([401, 'WRONG_CREDENTIALS', []]);
    expect((await audit()).map(({ event }) => event)).toEqual(['master-password-shown']);
  });

  test('the administrator switches the second step off: the password is wrong', async () => {
    const browser = await signedInByApp(admin);
    const password = await masterPasswordIn(browser);
    await browser.post(disableMfa);
    expect((await use(password)).status).toBe(401);
  });

  test('the administrator’s credentials change while the session is written: none begins, on record', async () => {
    const browser = await signedInByApp(admin);
    const password = await masterPasswordIn(browser);
    services.inject(async (_, operation, request) => {
      if (operation === 'TransactWriteItems' && request.body.includes('IMPERSONATION#')) {
        services.clearFaults();
        await browser.post(disableMfa);
      }
      return 'pass' as const;
    });
    expect((await use(password)).status).toBe(401);
    const recorded = new Set((await audit()).map(({ event, ending = '' }) => `${String(event)} ${String(ending)}`));
    expect(recorded).toEqual(
      new Set(['master-password-shown ', 'impersonation-began ', 'impersonation-ended not-begun']),
    );
  });
});
