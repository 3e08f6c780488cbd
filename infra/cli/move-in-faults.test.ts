import { AdminGetUserCommand, AdminUpdateUserAttributesCommand } from '@aws-sdk/client-cognito-identity-provider';
import { resetPassword } from '#functions/accounts/calls';
import { ownerOf } from '#functions/shops/shops-table';
import { Browser } from '#functions/testing/browser';
import { stripeOf } from '#functions/testing/shops';
import { doTasks, waitingTasks } from '#functions/testing/task-queue';
import { testMoving } from '../testing/moving';
import { invite, link, movedOwners, progressOf, undo } from './move-in-link';
import { look, type Move } from './move-in-look';

const { services, business, linkAll, tokens } = testMoving();
const comeBy = (token: string) => new Browser().post(resetPassword, { token, password: 'the first one 1' });
const changedTo = 'another@business.example.jp';

async function nameOf({ cognito, pool }: Move, userId: string): Promise<string | undefined> {
  const { UserAttributes = [] } = await cognito.send(new AdminGetUserCommand({ UserPoolId: pool, Username: userId }));
  return UserAttributes.find(({ Name }) => Name === 'name')?.Value;
}

test('an address changed at Stripe before the task runs: the old one gets no shop', async () => {
  const to = await business(3);
  const found = await look(to);
  const { customerId = '' } = found.customers[0] ?? {};
  const stop = new Error('stop');
  await expect(link(to, found, () => Promise.reject(stop))).rejects.toBe(stop);
  await stripeOf(services).customers.update(customerId, { email: changedTo });
  await doTasks();
  expect(await ownerOf(customerId)).toBeUndefined();
  expect(await linkAll(to)).toMatchObject({ waiting: [], changed: [] });
  const owner = (await movedOwners(to)).find((one) => one.email === changedTo);
  expect(await ownerOf(customerId)).toBe(owner?.userId);
});

test('an owner has the name that all their customers have, else none but the address', async () => {
  const to = await business(6);
  for (const { customerId, email } of (await look(to)).customers)
    if (email.startsWith('salon0')) await stripeOf(services).customers.update(customerId, { name: '山の手商会' });
  await linkAll(to);
  const owners = await movedOwners(to);
  expect(owners).toHaveLength(2);
  for (const { userId, email } of owners)
    expect(await nameOf(to, userId)).toBe(email.startsWith('salon0') ? '山の手商会' : email);
});

const week = 7 * 86_400_000;

const corrected = 'corrected@business.example.jp';
async function correct({ cognito, pool }: Move, userId: string): Promise<void> {
  const UserAttributes = Object.entries({ email: corrected, email_verified: 'true' }).map(([Name, Value]) => ({
    Name,
    Value,
  }));
  await cognito.send(new AdminUpdateUserAttributesCommand({ UserPoolId: pool, Username: userId, UserAttributes }));
}

test('staff correct the address of who has not come: the next invitation goes there, the former is none', async () => {
  const to = await business(3);
  await linkAll(to);
  await invite(to);
  const { userId = '', email = '' } = (await movedOwners(to))[0] ?? {};
  await doTasks();
  await correct(to, userId);
  services.clock.advance(week);
  await doTasks();
  expect([tokens(email).length, tokens(corrected).length]).toEqual([1, 1]);
  expect((await comeBy(tokens(email)[0] ?? '')).body).toMatchObject({ code: 'LINK_INVALID' });
  expect((await comeBy(tokens(corrected)[0] ?? '')).status).toBe(200);
});

test('the tool takes both addresses of an owner in a file, the corrected and the former', async () => {
  const to = await business(6);
  await linkAll(to);
  const { userId = '', email = '' } = (await movedOwners(to))[0] ?? {};
  await correct(to, userId);
  const named: string[] = [];
  const report = (owners: readonly { email: string }[]): never => {
    named.push(...owners.map((one) => one.email));
    throw new Error('stopped');
  };
  await expect(invite(to, new Set([email]), report)).rejects.toThrow('stopped');
  expect(named).toEqual([corrected]);
  expect(await invite(to, new Set([corrected]))).toBe(1);
  await doTasks();
  expect(tokens(corrected)).toHaveLength(1);
  expect([await undo(to, new Set(['nobody@example.jp'])), await undo(to, new Set([corrected]))]).toEqual([0, 1]);
});

test('an owner whom Cognito does not know by the own id, as after a restore, is asked for in three weeks', async () => {
  const to = await business(3);
  await linkAll(to);
  await invite(to);
  const [owner] = await movedOwners(to);
  await services.newPool();
  for (const next of [2, 3]) {
    await doTasks();
    expect(await waitingTasks('invite')).toMatchObject([{ id: `${owner?.userId}#${next}` }]);
    services.clock.advance(week);
  }
  await doTasks();
  expect(await waitingTasks('invite')).toEqual([]);
  expect(tokens(owner?.email ?? '')).toEqual([]);
  expect(progressOf(await movedOwners(to))).toContain('0 have come, 1 not after all invitations');
});

/** With the request of a look that it begins at. */
describe.each([
  ['stripe', 'busy', 3],
  ['stripe', 'down', 2],
  ['records', 'busy', 1],
  ['records', 'down', 1],
] as const)('%s is %s', (service, fault, begins) => {
  /** From the n-th request to the service on. */
  const failFrom = (n: number): void => {
    let requests = 0;
    services.inject((of) => (of === service && (requests += 1) >= n ? fault : 'pass'));
  };

  test('look: it fails and has changed nothing; repeated, it finds all', async () => {
    const to = await business(6);
    const before = await look(to);
    failFrom(begins);
    await expect(look(to)).rejects.toThrow();
    services.clearFaults();
    expect(await movedOwners(to)).toEqual([]);
    expect(await look(to)).toEqual(before);
  });

  test('link, at any request: repeated, each shop has one owner and every next invoice is as before', async () => {
    const to = await business(6);
    for (const n of [1, 4, 9, 14]) {
      failFrom(n);
      await look(to)
        .then((found) => link(to, found, () => doTasks().then(() => Promise.reject(new Error('no longer')))))
        .catch(() => undefined);
      services.clearFaults();
      const owned = (await movedOwners(to)).flatMap(({ customerIds }) => customerIds);
      expect(new Set(owned).size).toBe(owned.length);
    }
    // The queue gives a task that failed again by itself.
    services.clock.advance(2 * 3_600_000);
    expect(await linkAll(to)).toMatchObject({ waiting: [], changed: [] });
    expect(await linkAll(to)).toEqual({ owners: 0, waiting: [], changed: [] });
    const owners = await movedOwners(to);
    expect(owners.flatMap(({ customerIds }) => customerIds)).toHaveLength(6);
    for (const { userId, customerIds } of owners) for (const id of customerIds) expect(await ownerOf(id)).toBe(userId);
  }, 60_000);
});
