import { requestRegistration } from '../api/auth/calls';
import { Browser } from '../testing/browser';
import { runJob } from '../testing/run-job';
import { startSignInServices } from '../testing/sign-in-services';
import { testServices } from '../testing/test-services';
import { handler as removeUnconfirmedUsers } from './remove-unconfirmed-users';

const services = testServices(startSignInServices);

test('remove-unconfirmed-users: nothing is begun when the time is over, and the next run does it', async () => {
  const email = 'stranger@example.jp';
  await new Browser().post(requestRegistration, { email, username: '新しい人', password: 'correct horse' });
  services.clock.advance(3 * 24 * 3_600_000);
  services.operations.length = 0;
  await removeUnconfirmedUsers({}, { getRemainingTimeInMillis: () => 0 });
  expect(services.operations.filter((one) => one === 'cognito AdminDeleteUser')).toEqual([]);
  expect(await runJob(removeUnconfirmedUsers)).toMatchObject({ removed: 1, failed: 0 });
});
