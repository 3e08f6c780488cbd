import type { Fault } from '../../local/testing/functions';
import { Browser } from '#functions/testing/browser';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { testServices } from '#functions/testing/test-services';
import { login } from './calls';

const services = testServices(startSignInServices);
const phoneNumber = '+819012345678';
const atOnce = 10;

/** Signs in ten times; the passwords reach Cognito together, when all counters have been read. */
async function signInAtOnce(user: { email: string; password: string }): Promise<number[]> {
  let ready = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const countReady = (): void => {
    ready += 1;
    if (ready === atOnce) release();
  };
  services.inject((_, operation): Fault | Promise<Fault> => {
    if (operation !== 'AdminInitiateAuth') return 'pass';
    countReady();
    return released.then(() => 'pass');
  });
  const { email, password } = user;
  const signIn = async (index: number): Promise<number> => {
    const { status } = await new Browser(`198.51.100.${index}`).post(login, { email, password });
    countReady();
    return status;
  };
  return Promise.all(Array.from({ length: atOnce }, (_, index) => signIn(index)));
}

test('sign-ins at once, again and again: each SMS counts for the day, also those beyond the count', async () => {
  const user = await services.createUser({ email: 'owner@example.jp', mfa: 'sms', phoneNumber });
  const sent: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const statuses = await signInAtOnce(user);
    expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(5);
    sent.push(services.messages.length);
    services.clock.advance(900_000);
  }
  // The day's limit is 15: the second ten begin below it, the third do not.
  expect(sent).toEqual([10, 20, 20, 20]);
});
