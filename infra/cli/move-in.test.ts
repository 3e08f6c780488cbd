import { AdminGetUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DeleteSuppressedDestinationCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { createKintoneEmulator, tokensFor } from '#emulators/kintone';
import { createStripeEmulator } from '#emulators/stripe';
import { ensureCatalogue } from '#shared/catalogue';
import { jobTimeout } from '#shared/limits';
import { requestRegistration, resetPassword } from '#functions/accounts/calls';
import { listShopDevices } from '#functions/devices/calls';
import { runSync } from '#functions/devices/sync';
import { readMoveProgress } from '#functions/move-in/move-in';
import { listShops } from '#functions/shops/calls';
import { ownerOf } from '#functions/shops/shops-table';
import { checkUsers } from '#functions/jobs';
import { login } from '#functions/sign-in/calls';
import { Browser } from '#functions/testing/browser';
import { runJob } from '#functions/testing/run-job';
import { keepStripeKeys, stripeOf } from '#functions/testing/shops';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { doTasks, waitingTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { appsById } from '../../local/kintone/apps-by-id';
import { makeBusiness } from '../../local/seed/business';
import { Staff } from '../../local/seed/staff';
import { devicesIn } from './move-in';
import { invite, link, movedOwners, undo } from './move-in-link';
import { type Look, look, type Move, reportOf, type Way } from './move-in-look';

const password = 'test-password';
const firstPassword = 'a password of their own';
const day = 86_400_000;
const services = testServices(() =>
  startSignInServices(async (clock) => ({
    stripe: await createStripeEmulator({ clock }),
    records: await createKintoneEmulator({ clock, secret: password, apps: appsById() }),
  })),
);

beforeEach(async () => {
  process.env['MAIL_FROM'] = 'no-reply@example.jp';
  await keepStripeKeys();
  const SecretString = JSON.stringify({ apiToken: tokensFor(password, appsById()) });
  const { ARN } = await new SecretsManagerClient({}).send(new CreateSecretCommand({ Name: 'records', SecretString }));
  process.env['KINTONE_SECRET_ARN'] = ARN;
  await ensureCatalogue(stripeOf(services));
});

const kintone = () =>
  new KintoneRestAPIClient({ baseUrl: process.env['KINTONE_BASE_URL'] ?? '', auth: { username: 'staff', password } });
const move = (mapping: Move['mapping'] = {}): Move => ({
  stripe: stripeOf(services),
  documents: DynamoDBDocumentClient.from(new DynamoDBClient({})),
  cognito: new CognitoIdentityProviderClient({ maxAttempts: 1 }),
  pool: process.env['USER_POOL_ID'] ?? '',
  usersTable: 'users',
  send: async () => {},
  devices: devicesIn(kintone(), {}),
  mapping,
  progress: () => {},
});
const wait = async (): Promise<void> => void (await doTasks());
const userEmail = 'user@example.jp';

async function business(shops?: number): Promise<Move> {
  const staff = new Staff({
    url: process.env['KINTONE_BASE_URL'] ?? '',
    headers: { 'x-cybozu-authorization': btoa(`staff:${password}`) },
  });
  const { mapping } = await makeBusiness({ stripe: stripeOf(services), staff, userEmail }, shops);
  return move(mapping);
}

const linkAll = async (to: Move) => link(to, await look(to), wait);
const countOf = ({ customers }: Look, way: Way): number => customers.filter(({ ways }) => ways.includes(way)).length;
const tokens = (to: string) =>
  services.messages
    .filter((one) => one.to === to)
    .map(({ text }) => /token=([\w.-]+)/.exec(text)?.[1] ?? '')
    .toReversed();
const comeBy = (token: string) => new Browser().post(resetPassword, { token, password: firstPassword });
async function signIn(email: string): Promise<Browser> {
  const browser = new Browser();
  expect((await browser.post(login, { email, password: firstPassword })).status).toBe(200);
  return browser;
}

test('a running business: each shop that nothing keeps out has its owner, every next invoice as before', async () => {
  await services.createUser({ email: userEmail });
  const to = await business();
  await runSync('devices', services.clock.now() + jobTimeout * 1000);
  const found = await look(to);
  expect(found.customers).toHaveLength(120);
  expect(found.strayDevices).toEqual(['RVZ-B-STRAY']);
  const counts = Object.fromEntries(
    (['no-email', 'other-currency', 'unknown-price', 'has-user', 'paused', 'past-due', 'trial'] as const).map(
      (way) => [way, countOf(found, way)] as const,
    ),
  );
  expect(counts).toEqual({
    'no-email': 2,
    'other-currency': 2,
    'unknown-price': 4,
    'has-user': 2,
    paused: 2,
    'past-due': 2,
    trial: 2,
  });
  const { csv, html } = reportOf(found);
  expect(csv.split('\r\n')).toHaveLength(122);
  expect(html).toContain('RVZ-B-STRAY');

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
  expect(again.others.moved).toBe(114);
  expect(await readMoveProgress()).toEqual({
    linked: 41,
    invited: 0,
    came: 1,
    bounced: 0,
    neverCame: 0,
    inTheWay: 6,
  });
}, 120_000);

test('an owner sets the first password by the mail, once, and sees shops and devices', async () => {
  const to = await business(3);
  await runSync('devices', services.clock.now() + jobTimeout * 1000);
  await linkAll(to);
  expect(await invite(to, { perHour: 500 })).toBe(1);
  expect(await invite(to, { perHour: 500 })).toBe(0);
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
  expect(await readMoveProgress()).toEqual({ linked: 1, invited: 1, came: 1, bounced: 0, neverCame: 0, inTheWay: 0 });
  services.clock.advance(8 * day);
  await doTasks();
  expect(tokens(email)).toHaveLength(1);
  expect(await undo(to)).toBe(0);
});

test('who does not come is invited three times, a week apart; a link works for two weeks', async () => {
  const to = await business(3);
  await linkAll(to);
  await invite(to, { perHour: 500 });
  const { email = '' } = (await movedOwners(to))[0] ?? {};
  for (let week = 1; week <= 5; week += 1) {
    await doTasks();
    expect(tokens(email)).toHaveLength(Math.min(week, 3));
    services.clock.advance(7 * day);
  }
  expect(await waitingTasks('invite')).toEqual([]);
  expect(await readMoveProgress()).toMatchObject({ invited: 1, neverCame: 1 });
  expect((await comeBy(tokens(email)[0] ?? '')).body).toMatchObject({ code: 'LINK_EXPIRED' });
});

test('a mailbox that is closed: counted, and not invited again until it is open', async () => {
  const to = await business(6);
  await linkAll(to);
  await invite(to, { perHour: 500 });
  await doTasks();
  await runJob(checkUsers);
  expect(await readMoveProgress()).toMatchObject({ linked: 2, invited: 2, bounced: 1 });
  services.clock.advance(8 * day);
  await doTasks();
  const closed = (await movedOwners(to)).find(({ email }) => email.endsWith('.invalid'));
  expect(closed?.invitedAt).toHaveLength(1);
  const EmailAddress = closed?.email ?? '';
  await new SESv2Client({}).send(new DeleteSuppressedDestinationCommand({ EmailAddress }));
  await runJob(checkUsers);
  expect(await readMoveProgress()).toMatchObject({ bounced: 0 });
});

test('so many invitations an hour, and only those that a file names', async () => {
  const to = await business(9);
  await linkAll(to);
  const emails = (await movedOwners(to)).map((one) => one.email).filter((one) => !one.endsWith('.invalid'));
  expect(await invite(to, { perHour: 1, only: new Set(emails.slice(0, 2)) })).toBe(2);
  await doTasks();
  expect(services.messages).toHaveLength(1);
  services.clock.advance(3_600_000);
  await doTasks();
  expect(services.messages).toHaveLength(2);
  expect(new Set(services.messages.map((one) => one.to))).toEqual(new Set(emails.slice(0, 2)));
});

test('taken back: the shops are nobody’s, the user is gone, the link is dead; all can be linked again', async () => {
  const to = await business(3);
  await linkAll(to);
  await invite(to, { perHour: 500 });
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
  expect(await readMoveProgress()).toBeNull();
  expect(await linkAll(to)).toEqual({ owners: 1, waiting: [], changed: [] });
});

test('somebody is registering with the address: until they have proven it, nothing is linked', async () => {
  const to = await business(3);
  const { email = '' } = (await look(to)).customers[0] ?? {};
  const registration = { email, username: '新しい人', password: firstPassword };
  expect((await new Browser().post(requestRegistration, registration)).status).toBe(200);
  expect(countOf(await look(to), 'not-confirmed')).toBe(3);
  expect(await linkAll(to)).toEqual({ owners: 0, waiting: [], changed: [] });
});

describe.each(['down', 'lost'] as const)('the tool is killed at a request, which is %s', (fault) => {
  test('link: run again, no user twice, each shop of one owner', async () => {
    const to = await business(4);
    const found = await look(to);
    // A request more each time: each of them is the last of some run.
    for (let [killedAt, isDone] = [0, false]; !isDone; killedAt += 1) {
      let requests = 0;
      services.inject(() => {
        requests += 1;
        if (requests <= killedAt) return 'pass';
        return requests === killedAt + 1 ? fault : 'down';
      });
      const tasks = new Error('killed before the tasks');
      isDone = await link(to, found, () => Promise.reject(tasks)).then(
        () => false,
        (error: unknown) => error === tasks,
      );
      services.clearFaults();
    }
    expect(await linkAll(to)).toMatchObject({ waiting: [], changed: [] });
    const owners = await movedOwners(to);
    const shops = owners.flatMap((one) => one.customerIds);
    expect(new Set(shops).size).toBe(shops.length);
    expect(new Set(owners.map((one) => one.email)).size).toBe(owners.length);
    for (const { userId, customerIds } of owners) for (const id of customerIds) expect(await ownerOf(id)).toBe(userId);
  }, 120_000);

  test('invite, and its tasks: run again, one mail for each owner within a wave', async () => {
    const to = await business(9);
    await linkAll(to);
    const owners = (await movedOwners(to)).filter(({ email }) => !email.endsWith('.invalid'));
    for (let [killedAt, isDone] = [0, false]; !isDone; killedAt += 1) {
      let requests = 0;
      services.inject((service) => {
        // What SES took and nobody heard of goes out twice: better than not at all (decisions/mails).
        if (service === 'ses') return 'pass';
        requests += 1;
        if (requests <= killedAt) return 'pass';
        return requests === killedAt + 1 ? fault : 'down';
      });
      const work = async (): Promise<boolean> => {
        await invite(to, { perHour: 500 });
        await doTasks();
        return requests <= killedAt;
      };
      isDone = await work().catch(() => false);
      services.clearFaults();
    }
    services.clock.advance(2 * 3_600_000);
    await doTasks();
    for (const { email, userId } of owners) {
      expect(new Set(tokens(email)).size).toBeGreaterThan(0);
      const moved = (await movedOwners(to)).find((one) => one.userId === userId);
      expect(moved?.invitedAt).toHaveLength(1);
    }
  }, 120_000);
});
