import { ensureCatalogue } from '#shared/catalogue';
import { createStripeEmulator } from '../../emulators/stripe/index';
import { createShopWithSubscription } from '#functions/openings/calls';
import type { Browser } from '#functions/testing/browser';
import { subscribedBody } from '#functions/testing/payment-services';
import { keepStripeKeys, stripeOf } from '#functions/testing/shops';
import { signedIn } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { setAutoRenewal } from '#functions/endings/calls';

const services = testServices(() =>
  startSignInServices(async (clock) => ({ stripe: await createStripeEmulator({ clock }) })),
);
let browser: Browser;
let id: string;

beforeEach(async () => {
  services.clock.advance(2 * 60 * 60 * 1000);
  await keepStripeKeys();
  await ensureCatalogue(stripeOf(services));
  process.env['MAIL_FROM'] = 'no-reply@example.jp';
  browser = await signedIn(await services.createUser({ email: 'owner@example.jp' }));
  id = String((await browser.post(createShopWithSubscription, subscribedBody())).body['subscriptionId']);
  await mails();
});

const renewal = async (autoRenewal: boolean): Promise<number> => {
  const request = { method: 'POST', path: '/api', params: { id }, body: { autoRenewal } };
  return (await browser.send(setAutoRenewal, request)).status;
};
/** The subjects of the mails that go out. */
async function mails(): Promise<string[]> {
  services.messages.length = 0;
  await doTasks({ sweep: false });
  return services.messages.map(({ subject }) => subject.replace('【レボナイザー】', ''));
}
const willEnd = '解約を受け付けました';
const goesOn = '解約を取り消しました';

test('the renewal is switched 100 times: ten in an hour are made, and each is mailed', async () => {
  const statuses: number[] = [];
  for (let times = 0; times < 100; times += 1) statuses.push(await renewal(times % 2 === 1));
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.at(-1)).toBe(429);
  const made = Array.from({ length: 10 }, (_one, times) => (times % 2 === 1 ? goesOn : willEnd));
  expect(await mails()).toEqual(made.toReversed());
});

test('each change is mailed at once; what is so already is not changed', async () => {
  await renewal(false);
  await renewal(false);
  expect(await mails()).toEqual([willEnd]);
  await renewal(true);
  expect(await mails()).toEqual([goesOn]);
});
