import { deleteUser } from '../api/account/calls';
import { requestRegistration } from '../api/auth/calls';
import type { JobHandler } from '../define-job';
import { Browser } from '../testing/browser';
import { runJob } from '../testing/run-job';
import { signedIn } from '../testing/signed-in';
import { startSignInServices } from '../testing/sign-in-services';
import { testServices } from '../testing/test-services';
import type { TestUser } from '../testing/user-pool';
import { handler as finishAccountChanges } from './finish-account-changes';
import { handler as removeUnconfirmedUsers } from './remove-unconfirmed-users';

/** A run whose time is over begins nothing more; the next run goes on. */
const services = testServices(startSignInServices);
let owner: TestUser;

beforeEach(async () => {
  process.env['MAIL_FROM'] = 'no-reply@example.jp';
  owner = await services.createUser({ email: 'owner@example.jp' });
});

const hours = (count: number): void => services.clock.advance(count * 3_600_000);
const register = (email: string) =>
  new Browser().post(requestRegistration, { email, username: '新しい人', password: 'correct horse' });
const interrupted = (operation: string) => services.inject((_, asked) => (asked === operation ? 'down' : 'pass'));

test.each<[string, JobHandler<object>, () => Promise<unknown>, object]>([
  [
    'finish-account-changes',
    finishAccountChanges,
    async () => {
      const browser = await signedIn(owner);
      interrupted('AdminDeleteUser');
      await browser.delete(deleteUser, { body: { password: owner.password } });
    },
    { finished: 1, left: 0 },
  ],
  [
    'remove-unconfirmed-users',
    removeUnconfirmedUsers,
    async () => {
      await register('stranger@example.jp');
      hours(3 * 24);
    },
    { removed: 1, failed: 0 },
  ],
])('%s: nothing is begun when the time is over, and the next run does it', async (_name, job, prepare, done) => {
  await prepare();
  services.clearFaults();
  hours(0.5);
  services.operations.length = 0;
  await job({}, { getRemainingTimeInMillis: () => 0 }).catch(() => undefined);
  const changes = services.operations.filter((one) => /^cognito (Admin(Delete|Disable)|SignUp)|UpdateItem/.test(one));
  expect(changes).toEqual([]);
  expect(await runJob(job)).toMatchObject(done);
});
