import {
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { moveInKey, type MovedOwner } from '#shared/model/move-in';
import { invitationToken } from '#functions/move-in/move-in-table';
import { getItem, putItem } from '#functions/platform/dynamodb/items';
import { Browser } from '#functions/testing/browser';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import type { TestUser } from '#functions/testing/user-pool';
import { login } from '#functions/sign-in/calls';
import { resetPassword } from './calls';

/** The link with which an owner who was moved in sets their first password. */
const services = testServices(startSignInServices);
let owner: TestUser;

beforeEach(async () => {
  owner = await services.createUser({ email: 'owner@example.jp' });
  const { userId, email } = owner;
  const now = services.clock.now() / 1000;
  const moved: MovedOwner = { userId, email, customerIds: [], linkedAt: now, invitedAt: [now] };
  await putItem('users', { pk: moveInKey, sk: userId }, moved);
});

const use = (token: string, password: string) => new Browser().post(resetPassword, { token, password });
const signsIn = async (password: string): Promise<boolean> =>
  (await new Browser().post(login, { email: owner.email, password })).status === 200;
const passwords = ['the first one 1', 'the second one 2', 'the third one 3', 'the fourth one 4'];

test.each([
  ['one link', (tokens: string[]) => tokens.map(() => tokens[0] ?? '')],
  ['the links of several mails', (tokens: string[]) => tokens],
])('%s is used several times at once: one sets its password, and the others are refused', async (_what, used) => {
  const tokens: string[] = [];
  for (const _ of passwords) tokens.push(await invitationToken(owner));
  const responses = await Promise.all(used(tokens).map((token, nth) => use(token, passwords[nth] ?? '')));
  const set = passwords.filter((_, nth) => responses[nth]?.status === 200);
  expect(set).toHaveLength(1);
  for (const { status, body } of responses.filter((one) => one.status !== 200))
    expect([status, body['code']]).toEqual([
      expect.any(Number),
      expect.stringMatching(/^(CHANGE_IN_PROGRESS|LINK_INVALID)$/),
    ]);
  expect(await signsIn(set[0] ?? '')).toBe(true);
  expect(await use(tokens[0] ?? '', 'another one 5')).toMatchObject({ status: 400, body: { code: 'LINK_INVALID' } });
});

test('staff give the owner another address: a link that was mailed to the former one lets nobody in', async () => {
  const token = await invitationToken(owner);
  const UserAttributes = Object.entries({ email: 'right@example.jp', email_verified: 'true' }).map(([Name, Value]) => ({
    Name,
    Value,
  }));
  const user = { UserPoolId: process.env['USER_POOL_ID'], Username: owner.userId };
  await new CognitoIdentityProviderClient({}).send(new AdminUpdateUserAttributesCommand({ ...user, UserAttributes }));
  expect(await use(token, passwords[0] ?? '')).toMatchObject({ status: 400, body: { code: 'LINK_INVALID' } });
});

test('Cognito refuses the password: the link still works', async () => {
  const token = await invitationToken(owner);
  expect(await use(token, 'password')).toMatchObject({ body: { code: 'WEAK_PASSWORD' } });
  expect((await use(token, passwords[0] ?? '')).status).toBe(200);
});

test.each(['down', 'lost'] as const)(
  'Cognito is %s as the password is set: the link works at once after it',
  async (fault) => {
    const token = await invitationToken(owner);
    services.inject((_service, operation) => (operation === 'AdminSetUserPassword' ? fault : 'pass'));
    expect((await use(token, passwords[0] ?? '')).status).toBe(503);
    services.clearFaults();
    expect((await use(token, passwords[1] ?? '')).status).toBe(200);
    expect(await signsIn(passwords[1] ?? '')).toBe(true);
  },
);

test('a use is killed before the password is set: the link works once its time is over', async () => {
  const token = await invitationToken(owner);
  let reached = false;
  services.inject((_service, operation) => {
    reached ||= operation === 'AdminSetUserPassword';
    return reached ? 'down' : 'pass';
  });
  await use(token, passwords[0] ?? '');
  services.clearFaults();
  services.clock.advance(60_000);
  expect((await use(token, passwords[1] ?? '')).status).toBe(200);
});

test('a use is killed once the password is set: its owner has come, and is not invited again', async () => {
  const token = await invitationToken(owner);
  let isSet = false;
  services.inject((_service, operation) => {
    if (isSet) return 'down';
    isSet = operation === 'AdminSetUserPassword';
    return 'pass';
  });
  await use(token, passwords[0] ?? '');
  services.clearFaults();
  services.clock.advance(10 * 60_000);
  await doTasks();
  expect(await getItem<MovedOwner>('users', { pk: moveInKey, sk: owner.userId })).toMatchObject({
    cameAt: expect.any(Number),
  });
  expect(await use(token, passwords[1] ?? '')).toMatchObject({ body: { code: 'LINK_INVALID' } });
});
