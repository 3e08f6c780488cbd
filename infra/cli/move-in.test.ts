import { AdminGetUserCommand, AdminSetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { jobTimeout } from '#shared/constants';
import type { MovedOwner } from '#shared/model/move-in';
import { requestRegistration, resetPassword } from '#functions/accounts/calls';
import { listShopDevices } from '#functions/devices/calls';
import { runMirror } from '#functions/mirror/mirror-jobs';
import { readShopMovements } from '#functions/movements/movements-table';
import { listShops } from '#functions/shops/calls';
import { refreshShop } from '#functions/shops/refresh-shop';
import { ownerOf } from '#functions/shops/shops-table';
import { login } from '#functions/sign-in/calls';
import { Browser } from '#functions/testing/browser';
import { stripeOf } from '#functions/testing/shops';
import { doTasks, waitingTasks } from '#functions/testing/task-queue';
import { testMoving, userEmail } from '../testing/moving';
import { mappingIn } from './move-in';
import { invite, link, movedOwners, progressOf, undo } from './move-in-link';
import { type Look, look, ownersReport, reportOf, type Remark } from './move-in-look';
import { planRestore, restoreAll } from './restore-users';

const firstPassword = 'a password of their own';
const day = 86_400_000;
const { services, business, linkAll, tokens, wait } = testMoving();

const countOf = ({ customers }: Look, remark: Remark): number =>
  customers.filter(({ remarks }) => remarks.includes(remark)).length;
const comeBy = (token: string) => new Browser().post(resetPassword, { token, password: firstPassword });
async function signIn(email: string): Promise<Browser> {
  const browser = new Browser();
  expect((await browser.post(login, { email, password: firstPassword })).status).toBe(200);
  return browser;
}

test('a running business: each shop that nothing keeps out has its owner, every next invoice as before', async () => {
  await services.createUser({ email: userEmail });
  const to = await business();
  await runMirror('devices', services.clock.now() + jobTimeout * 1000);
  const found = await look(to);
  expect(found.customers).toHaveLength(126);
  expect(found.strayDevices).toEqual(['RVZ-B-STRAY']);
  const counts = {
    'no-email': 2,
    'other-currency': 2,
    'unknown-price': 4,
    'has-user': 2,
    paused: 2,
    'past-due': 2,
    trial: 2,
    'by-invoice': 2,
    schedule: 2,
  } as const;
  for (const [remark, count] of Object.entries(counts))
    expect([remark, countOf(found, remark as Remark)]).toEqual([remark, count]);
  const report = reportOf(found).split('\r\n');
  expect([report.length, report[127]]).toEqual([129, '"契約のないデバイス","RVZ-B-STRAY"']);

  expect(await link(to, found, wait)).toEqual({ owners: 41, waiting: [], changed: [] });
  expect(services.messages).toEqual([]);
  const owners = await movedOwners(to);
  expect(owners).toHaveLength(41);
  for (const { userId, customerIds } of owners)
    for (const id of customerIds) {
      expect(await ownerOf(id)).toBe(userId);
      expect(await stripeOf(services).customers.retrieve(id)).toMatchObject({ metadata: { userId } });
    }
  const again = await look(to);
  expect(again.customers).toHaveLength(6);
  expect(again.others.moved).toBe(120);
  expect(progressOf(owners)).toBe('41 owners are linked, 0 invited, 1 have come, 0 not after all invitations');
}, 120_000);

test('an owner sets the first password by the mail, once, and sees shops and devices', async () => {
  const to = await business(3);
  await runMirror('devices', services.clock.now() + jobTimeout * 1000);
  await linkAll(to);
  for (let times = 0; times < 2; times += 1) await invite(to);
  expect(await waitingTasks('invite')).toHaveLength(1);
  await doTasks();
  const [owner] = await movedOwners(to);
  const email = owner?.email ?? '';
  const [token = ''] = tokens(email);
  expect((await new Browser().post(resetPassword, { token, password: 'password' })).body).toMatchObject({
    code: 'WEAK_PASSWORD',
  });
  expect((await comeBy(token)).status).toBe(200);
  expect((await comeBy(token)).body).toMatchObject({ code: 'LINK_INVALID' });
  const browser = await signIn(email);
  const shops = (await browser.get(listShops)).body as unknown as { customer: { id: string } }[];
  expect(shops.map(({ customer }) => customer.id).toSorted()).toEqual(owner?.customerIds.toSorted());
  const [shop = ''] = owner?.customerIds ?? [];
  const { body } = await browser.send(listShopDevices, { method: 'GET', path: '/api', params: { id: shop } });
  expect(body).not.toEqual([]);
  const progress = progressOf(await movedOwners(to));
  expect(progress).toBe('1 owners are linked, 1 invited, 1 have come, 0 not after all invitations');
  services.clock.advance(8 * day);
  await doTasks();
  expect(tokens(email)).toHaveLength(1);
  expect(await undo(to)).toBe(0);
});

test('who does not come is invited three times, a week apart; a link works for two weeks', async () => {
  const to = await business(3);
  await linkAll(to);
  await invite(to);
  const { email = '' } = (await movedOwners(to))[0] ?? {};
  for (let week = 1; week <= 5; week += 1) {
    await doTasks();
    expect(tokens(email)).toHaveLength(Math.min(week, 3));
    services.clock.advance(7 * day);
  }
  expect(await waitingTasks('invite')).toEqual([]);
  const progress = progressOf(await movedOwners(to));
  expect(progress).toBe('1 owners are linked, 1 invited, 0 have come, 1 not after all invitations');
  expect((await comeBy(tokens(email)[0] ?? '')).body).toMatchObject({ code: 'LINK_EXPIRED' });
});

test('an owner has come: an older invitation, still in some mailbox, sets no password any more', async () => {
  const to = await business(3);
  await linkAll(to);
  await invite(to);
  const { email = '' } = (await movedOwners(to))[0] ?? {};
  await doTasks();
  services.clock.advance(7 * day);
  await doTasks();
  const [one = '', other = ''] = tokens(email);
  expect((await comeBy(other)).status).toBe(200);
  expect((await comeBy(one)).body).toMatchObject({ code: 'LINK_INVALID' });
});

test('SES refuses an invitation: it is sent when SES takes mails again, once', async () => {
  const to = await business(3);
  await linkAll(to);
  const { email = '' } = (await movedOwners(to))[0] ?? {};
  await invite(to);
  services.inject((service) => (service === 'ses' ? { status: 503, headers: {}, body: '{}' } : 'pass'));
  await doTasks().catch(() => undefined);
  expect(tokens(email)).toEqual([]);
  services.clearFaults();
  services.clock.advance(3_600_000);
  await doTasks();
  expect(tokens(email)).toHaveLength(1);
});

test('only those are invited that a file names', async () => {
  const to = await business(9);
  await linkAll(to);
  const emails = (await movedOwners(to)).map((one) => one.email).slice(0, 2);
  expect(await invite(to, new Set(emails))).toBe(2);
  await doTasks();
  const invited = (await movedOwners(to)).filter(({ invitedAt }) => invitedAt.length > 0);
  expect(invited.map(({ email }) => email)).toEqual(emails);
});

test('whom a step is about to change stands in its report before it changes anything', async () => {
  const to = await business(3);
  await linkAll(to);
  const before = await movedOwners(to);
  const reported: unknown[] = [];
  const stop = (owners: readonly MovedOwner[]): never => {
    reported.push(owners);
    throw new Error('stopped');
  };
  await expect(invite(to, undefined, stop)).rejects.toThrow('stopped');
  await expect(undo(to, undefined, stop)).rejects.toThrow('stopped');
  expect(reported).toEqual([before, before]);
  expect(await waitingTasks()).toEqual([]);
  expect(ownersReport(before)).toContain(`"${before[0]?.email}"`);
});

test('taken back: the shops are nobody’s, the user is gone, the link is dead; all can be linked again', async () => {
  const to = await business(3);
  await linkAll(to);
  await invite(to);
  await doTasks();
  const [owner] = await movedOwners(to);
  expect(await undo(to)).toBe(1);
  await doTasks();
  expect((await comeBy(tokens(owner?.email ?? '')[0] ?? '')).status).toBe(400);
  for (const id of owner?.customerIds ?? []) {
    expect(await ownerOf(id)).toBeUndefined();
    expect(await stripeOf(services).customers.retrieve(id)).toMatchObject({
      metadata: { サロン名: expect.any(String) },
    });
  }
  const gone = to.cognito.send(new AdminGetUserCommand({ UserPoolId: to.pool, Username: owner?.userId }));
  await expect(gone).rejects.toMatchObject({ name: 'UserNotFoundException' });
  expect(await movedOwners(to)).toEqual([]);
  expect(await linkAll(to)).toEqual({ owners: 1, waiting: [], changed: [] });
});

test('taken back after a change of its devices, and linked again: later changes are booked', async () => {
  const to = await business(3);
  const raise = async (): Promise<number> => {
    const [owner] = (await movedOwners(to)).filter(({ undoneAt }) => !undoneAt);
    const { userId = '', customerIds = [] } = owner ?? {};
    const customer = customerIds.toSorted()[0] ?? '';
    const { data } = await to.stripe.subscriptions.list({ customer });
    const { id = '', quantity = 0 } = data[0]?.items.data[0] ?? {};
    await to.stripe.subscriptionItems.update(id, { quantity: quantity + 1 });
    await refreshShop(userId, customer);
    return (await readShopMovements(customer)).reduce((all, { count }) => all + count, 0);
  };
  await linkAll(to);
  expect(await raise()).toBe(1);
  await undo(to);
  await doTasks();
  await linkAll(to);
  expect(await raise()).toBe(2);
});

test('the address of a user who was restored into a new pool: their own id gets the shops', async () => {
  const to = await business(3);
  const email = (await look(to)).customers[0]?.email ?? '';
  const { userId } = await services.createUser({ email, password: firstPassword });
  await signIn(email);
  await services.newPool();
  const moved = { ...to, pool: process.env['USER_POOL_ID'] ?? '' };
  await restoreAll(moved, await planRestore(moved));
  await linkAll(moved);
  const owners = await movedOwners(moved);
  expect(owners).toMatchObject([{ userId, cameAt: expect.any(Number) }]);
  for (const id of owners[0]?.customerIds ?? []) expect(await ownerOf(id)).toBe(userId);
  expect(await invite(moved)).toBe(0);
});

test('invited, and restored into a new pool before they came: the invitation still lets them in', async () => {
  const to = await business(3);
  await linkAll(to);
  await invite(to);
  await doTasks();
  const { userId: Username, email = '' } = (await movedOwners(to))[0] ?? {};
  const set = { UserPoolId: to.pool, Username, Password: firstPassword, Permanent: true };
  await to.cognito.send(new AdminSetUserPasswordCommand(set));
  await signIn(email);
  await services.newPool();
  const moved = { ...to, pool: process.env['USER_POOL_ID'] ?? '' };
  await restoreAll(moved, await planRestore(moved));
  expect((await comeBy(tokens(email)[0] ?? '')).status).toBe(200);
  await signIn(email);
});

test('a mapping file that is named and is not there, or names no tier, is refused with its name', () => {
  expect(mappingIn(undefined)).toEqual({});
  for (const file of ['/nowhere.json', 'package.json'])
    expect(() => mappingIn(file)).toThrow(`${file}: {"id of a product or price": "FIRST_UNIT", or`);
});

test('somebody is registering with the address: until they have proven it, nothing is linked', async () => {
  const to = await business(3);
  const { email = '' } = (await look(to)).customers[0] ?? {};
  const registration = { email, username: '新しい人', password: firstPassword };
  expect((await new Browser().post(requestRegistration, registration)).status).toBe(200);
  expect(countOf(await look(to), 'not-confirmed')).toBe(3);
  expect(await linkAll(to)).toEqual({ owners: 0, waiting: [], changed: [] });
});
