import { disabledUsersPlace } from '../adapters/users-table/job-place';
import { getUser } from '../api/account/calls';
import { login } from '../api/auth/calls';
import { runJob } from '../testing/run-job';
import { Browser } from '../testing/browser';
import { startSignInServices } from '../testing/sign-in-services';
import { testServices } from '../testing/test-services';
import { handler } from './end-disabled-sessions';

const services = testServices(startSignInServices);

test('a disabled user: every session ends, and no session of another user; a second run finds nothing', async () => {
  const [disabled, other] = [
    await services.createUser({ email: 'disabled@example.jp' }),
    await services.createUser({ email: 'other@example.jp' }),
  ];
  const browsers = [new Browser(), new Browser()];
  const theirs = new Browser();
  for (const browser of browsers) await browser.post(login, { email: disabled.email, password: disabled.password });
  await theirs.post(login, { email: other.email, password: other.password });
  await services.disable(disabled.userId);
  expect(await runJob(handler)).toEqual({ disabled: 2, failed: 0 });
  for (const browser of browsers) expect((await browser.get(getUser)).status).toBe(401);
  expect((await theirs.get(getUser)).status).toBe(200);
  expect(await runJob(handler)).toEqual({ disabled: 0, failed: 0 });
});

test('more than 60 users: the next pages of Cognito are read too', async () => {
  for (let index = 0; index < 61; index += 1) {
    const user = await services.createUser({ email: `user-${index}@example.jp` });
    await services.disable(user.userId);
  }
  services.operations.length = 0;
  await runJob(handler);
  expect(services.operations.filter((operation) => operation === 'cognito ListUsers')).toHaveLength(2);
  expect(services.operations.filter((operation) => operation === 'dynamodb Query')).toHaveLength(61);
});

test('Cognito cannot be reached: the run fails', async () => {
  services.inject((service) => (service === 'cognito' ? 'down' : 'pass'));
  await expect(runJob(handler)).rejects.toThrow('hang up');
});

test('the time is over in the middle: the next run goes on there, and the one after it begins again', async () => {
  for (let index = 0; index < 61; index += 1) {
    const user = await services.createUser({ email: `user-${index}@example.jp` });
    await services.disable(user.userId);
  }
  const pages: unknown[] = [];
  services.inject((_, operation, request) => {
    if (operation !== 'ListUsers') return 'pass';
    const { PaginationToken: place } = JSON.parse(String(request.body)) as { PaginationToken?: string };
    pages.push(place);
    if (place !== undefined && pages.length === 2) services.clock.advance(300_000);
    return 'pass';
  });
  await runJob(handler);
  await runJob(handler);
  expect(pages).toEqual([undefined, expect.any(String), pages[1]]);
  await runJob(handler);
  expect(pages.slice(3)).toEqual([undefined, expect.any(String)]);
});

test('the kept place is too old for Cognito: the run begins again', async () => {
  await services.disable((await services.createUser({ email: 'disabled@example.jp' })).userId);
  await disabledUsersPlace.keep('a place of long ago');
  expect(await runJob(handler)).toEqual({ disabled: 0, failed: 0 });
  expect(services.operations.filter((operation) => operation === 'cognito ListUsers')).toHaveLength(2);
  expect(await disabledUsersPlace.read()).toBeUndefined();
});
