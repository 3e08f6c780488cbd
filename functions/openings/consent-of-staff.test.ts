import { createStripeEmulator } from '../../emulators/stripe/index';
import { readUser } from '#functions/platform/users-table';
import type { Browser } from '#functions/testing/browser';
import { shopOnlyBody } from '#functions/testing/payment-services';
import { keepStripeKeys, stripeOf } from '#functions/testing/shops';
import { impersonating, signedIn } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { testServices } from '#functions/testing/test-services';
import type { TestUser } from '#functions/testing/user-pool';
import { createShopOnly } from './calls';

/** What is agreed to on the screens of an opening is kept with who agreed: the owner, or staff as the owner. */
const services = testServices(() =>
  startSignInServices(async (clock) => ({ stripe: await createStripeEmulator({ clock }) })),
);
let owner: TestUser;

beforeEach(async () => {
  await keepStripeKeys();
  owner = await services.createUser({ email: 'owner@example.jp' });
});

/** Who agreed, as the portal has it, and as the staff read it at Stripe. */
async function opened(browser: Browser): Promise<{ by: string | undefined; shown: string | undefined }> {
  const { body, status } = await browser.post(createShopOnly, shopOnlyBody);
  expect(status).toBe(200);
  const [shop] = (await readUser(owner.userId, 'ownership')).shops;
  const customer = await stripeOf(services).customers.retrieve(String(body['customerId']));
  return { by: shop?.acceptance?.by, shown: customer.deleted ? undefined : customer.metadata['同意'] };
}

test('an owner opens a shop: the consent names nobody else', async () => {
  expect(await opened(await signedIn(owner))).toEqual({
    by: undefined,
    shown: expect.not.stringContaining('担当者'),
  });
});

test('an administrator opens it as the owner: the consent is theirs, by id and in words', async () => {
  const administrator = await impersonating(services, owner);
  const { by, shown } = await opened(administrator);
  const began = (await services.items('audit')).find(({ event }) => event === 'impersonation-began');
  expect(by).toEqual(began?.['by']);
  expect(by).toEqual(expect.any(String));
  expect(shown).toMatch(/^利用規約 .*、担当者が代理で同意）$/);
});
