import { moveInKey } from '#shared/model/move-in';
import { deleteItem, putItem } from '#functions/platform/dynamodb/items';
import { createStripeEmulator } from '../../emulators/stripe/index';
import { Browser } from '#functions/testing/browser';
import { giveOpening, giveShop, keepStripeKeys, stripeOf } from '#functions/testing/shops';
import { shopOnlyBody } from '#functions/testing/payment-services';
import { adoptCustomer } from '#functions/openings/make-shop';
import { createShopOnly } from '#functions/openings/calls';
import { impersonating, ageProofs, signedIn } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { doAccountTasks } from '#functions/testing/account-tasks';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import { login } from '#functions/sign-in/calls';
import { setUpTotp } from '#functions/security/calls';
import { canDeleteUser, deleteUser, getUser } from './calls';
import { readTrials } from './profiles-table';

const services = testServices(() =>
  startSignInServices(async (clock) => ({ stripe: await createStripeEmulator({ clock }) })),
);
let owner: TestUser;

beforeEach(async () => {
  owner = await services.createUser({ email: 'owner@example.jp', username: '山田', phoneNumber: '+819012345678' });
});

const remove = (browser: Browser, password = owner.password) => browser.delete(deleteUser, { body: { password } });
/**
 * Every item of the users table that belongs to the user, by id or address. What they used of the limits is left out:
 * it names them by id or hash alone, and expires within two days.
 */
const traces = async () =>
  (await services.items('users'))
    .filter(
      (item) =>
        !String(item['pk']).startsWith('LIMIT#') &&
        (/owner@example\.jp|山田/.test(JSON.stringify(item)) || String(item['pk']).includes(owner.userId)),
    )
    .toSorted((left, right) => String(left['pk']).localeCompare(String(right['pk'])));
/** The item that replaces the profile for some minutes: no personal data (decisions/sessions). */
const tombstone = () => ({
  pk: `USER#${owner.userId}`,
  sk: 'PROFILE',
  deletedAt: expect.any(Number),
  deletingSince: expect.any(Number),
  expiresAt: expect.any(Number),
});
/** What tells the owner of the deletion. */
const mail = () =>
  expect.objectContaining({ pk: 'TASKS', body: expect.objectContaining({ kind: 'account-deleted', to: owner.email }) });
const signIn = () => new Browser().post(login, { email: owner.email, password: owner.password });

test('the right password: only the audit record remains, and a mail is sent', async () => {
  const [browser, other] = [await signedIn(owner), await signedIn(owner)];
  await browser.post(setUpTotp);
  await putItem('users', { pk: moveInKey, sk: owner.userId }, { email: owner.email });
  ageProofs(services);
  expect((await browser.get(canDeleteUser)).body).toEqual({ canDelete: true });
  const response = await remove(browser);
  expect(response.body).toEqual({ message: 'アカウントを削除しました' });
  expect(browser.cookies).toEqual({});
  expect((await other.get(getUser)).status).toBe(401);
  expect((await signIn()).status).toBe(401);
  expect(await traces()).toEqual([mail(), tombstone()]);
  expect(await services.items('audit')).toEqual([
    expect.objectContaining({
      event: 'account-deleted',
      userId: owner.userId,
      by: owner.userId,
      address: '203.0.113.7',
    }),
  ]);
  expect(JSON.stringify(await services.items('audit'))).not.toMatch(/owner@example|山田/);
  const again = await services.createUser({ email: owner.email });
  expect(again.userId).not.toBe(owner.userId);
});

test('the user has shops: refused with the reason, before the password is checked', async () => {
  const browser = await signedIn(owner);
  await giveShop(owner.userId, 'cus_1');
  expect((await browser.get(canDeleteUser)).body).toEqual({
    canDelete: false,
    reason: '先に登録店舗を削除してください',
  });
  const response = await remove(browser, 'not the password');
  expect([response.status, response.body]).toEqual([
    409,
    expect.objectContaining({ code: 'ACCOUNT_NOT_DELETABLE', message: '先に登録店舗を削除してください' }),
  ]);
  expect((await browser.get(getUser)).status).toBe(200);
});

test('a shop is being opened: refused', async () => {
  const browser = await signedIn(owner);
  await giveOpening(owner.userId, services.clock.now() + 10_000);
  expect((await remove(browser)).body).toMatchObject({
    code: 'ACCOUNT_NOT_DELETABLE',
    message: expect.stringContaining('処理しています'),
  });
  services.clock.advance(10_000);
  expect((await remove(browser)).status).toBe(200);
});

test('a wrong password: nothing is deleted; ten begin a pause', async () => {
  const browser = await signedIn(owner);
  const response = await remove(browser, 'not the password');
  expect([response.status, response.body]).toEqual([
    400,
    expect.objectContaining({
      code: 'WRONG_PASSWORD',
      message: 'パスワードが正しくありません',
      fields: { password: 'パスワードが正しくありません' },
    }),
  ]);
  expect((await remove(browser, '')).body['fields']).toEqual({ password: 'パスワードを入力してください' });
  expect((await browser.get(getUser)).status).toBe(200);
  for (let index = 0; index < 9; index += 1) {
    services.clock.advance(40_000);
    await remove(browser, 'not the password');
  }
  services.clock.advance(40_000);
  expect((await remove(browser)).body).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
});

test('in an impersonation or signed out: refused', async () => {
  const administrator = await impersonating(services, owner);
  expect((await remove(administrator)).body).toMatchObject({ code: 'IMPERSONATION_FORBIDDEN' });
  expect((await remove(new Browser())).body).toMatchObject({ code: 'NOT_SIGNED_IN' });
  expect((await signIn()).status).toBe(200);
});

test('two concurrent calls: the user is deleted, and no other user', async () => {
  const other = await signedIn(await services.createUser({ email: 'other@example.jp' }));
  const [browser, second] = [await signedIn(owner), await signedIn(owner)];
  const statuses = (await Promise.all([remove(browser), remove(second)])).map(({ status }) => status);
  expect(statuses).toContain(200);
  for (const status of statuses) expect([200, 400, 401]).toContain(status);
  expect((await signIn()).status).toBe(401);
  expect((await other.get(getUser)).status).toBe(200);
});

test.each([
  ['before Cognito', 'AdminDeleteUser'],
  ['after Cognito', 'DeleteItem'],
])('interrupted %s: 503, and a task finishes it and tells the owner', async (_when, lost) => {
  const browser = await signedIn(owner);
  let reached = false;
  services.inject((_, operation) => {
    reached ||= operation === 'AdminDeleteUser';
    return reached && operation === lost ? 'down' : 'pass';
  });
  expect((await remove(browser)).status).toBe(503);
  services.clearFaults();
  services.clock.advance(120_000);
  expect(await doAccountTasks()).toEqual({ done: ['finish-deletion'], left: [] });
  expect(await traces()).toEqual([mail(), tombstone()]);
  expect((await signIn()).status).toBe(401);
  expect(await doAccountTasks()).toEqual({ done: [], left: [] });
});

test('a shop was opened after an interrupted deletion: the account stays', async () => {
  const browser = await signedIn(owner);
  services.inject((_, operation) => (operation === 'AdminDeleteUser' ? 'down' : 'pass'));
  expect((await remove(browser)).status).toBe(503);
  services.clearFaults();
  await giveShop(owner.userId, 'cus_1');
  services.clock.advance(120_000);
  expect(await readTrials(owner.userId)).toBeUndefined();
  await doAccountTasks();
  expect((await browser.get(getUser)).status).toBe(200);
  // Its owner may open shops again.
  expect(await readTrials(owner.userId)).toBeDefined();
});

describe('an opening was cut off before its customer was noted', () => {
  /** Has Stripe make the customer of an opening that is then killed; returns it. */
  async function cutOff(browser: Browser): Promise<string> {
    await keepStripeKeys();
    let made = false;
    services.inject((service, operation) => {
      if (made) return 'down';
      made = service === 'stripe' && operation === 'POST /v1/customers';
      return made ? 'lost' : 'pass';
    });
    expect((await browser.post(createShopOnly, shopOnlyBody)).status).toBe(503);
    services.clearFaults();
    services.clock.advance(31_001);
    const [customer] = (await stripeOf(services).customers.list()).data;
    return String(customer?.id);
  }
  const customers = async () => (await stripeOf(services).customers.list()).data.map(({ id }) => id);

  test('and its account was deleted: the customer goes when its event is read', async () => {
    const browser = await signedIn(owner);
    const customerId = await cutOff(browser);
    expect((await remove(browser)).status).toBe(200);
    expect(await adoptCustomer(customerId)).toBeUndefined();
    expect(await customers()).toEqual([]);
    expect(await adoptCustomer(customerId)).toBeUndefined();
  });

  test('and its account was deleted, but the customer got a subscription: it stays for the staff', async () => {
    const browser = await signedIn(owner);
    const customerId = await cutOff(browser);
    expect((await remove(browser)).status).toBe(200);
    const stripe = stripeOf(services);
    const { id: product } = await stripe.products.create({ name: 'レボナイザー' });
    const { id: price } = await stripe.prices.create({
      product,
      currency: 'jpy',
      unit_amount: 9_900,
      recurring: { interval: 'month' },
    });
    await stripe.subscriptions.create({ customer: customerId, items: [{ price }], trial_period_days: 35 });
    expect(await adoptCustomer(customerId)).toBeUndefined();
    expect(await customers()).toEqual([customerId]);
  });

  test('and the record of it was lost while the account stays: the customer stays', async () => {
    const browser = await signedIn(owner);
    const customerId = await cutOff(browser);
    const records = (await services.items('users')).filter(({ pk }) => pk === `USER#${owner.userId}`);
    for (const { pk, sk } of records) await deleteItem('users', { pk: String(pk), sk: String(sk) });
    expect(await adoptCustomer(customerId)).toBeUndefined();
    expect(await customers()).toEqual([customerId]);
  });
});
