import { doAccountTasks } from '#functions/testing/account-tasks';
import { createShopOnly, createShopWithSubscription } from '#functions/openings/calls';
import { updateItem } from '#functions/platform/dynamodb/items';
import { keepInvoiceAddress } from '#functions/shops/shops-table';
import { applySavedCard } from '#functions/billing/saved-cards';
import { settleEmail } from '#functions/accounts/change-email';
import { limitTo, wide } from '#functions/testing/limit-to';
import {
  shopOnlyBody,
  startPaymentServices,
  subscribedBody,
  type ShopOwner,
} from '#functions/testing/payment-services';
import { trialLimits } from '#functions/billing/ordering-shop';
import { walk } from '#functions/testing/runbook';
import { createSubscriptionCard } from '#functions/testing/save-card';
import { testServices } from '#functions/testing/test-services';

const services = testServices(startPaymentServices);
let owner: ShopOwner;
let opened = 0;
/** A shop with a subscription, at an address of its own. */
const order = (revonizerQuantity = 1) =>
  owner.browser.post(createShopWithSubscription, subscribedBody({ revonizerQuantity }, `ビル${(opened += 1)}階`));

/** The owner saves a card for a trial. */
async function card(trial: Record<string, unknown>): Promise<void> {
  const secret = String(trial['clientSecret']);
  await createSubscriptionCard(services, secret, '4242424242424242');
  await applySavedCard(owner.userId, String(trial['customerId']), secret.split('_secret_')[0] ?? '');
}

beforeEach(async () => {
  owner = await services.createOwner();
});

walk(
  'Calls: shop',
  'before devices are sent: Stripe says whether a card pays, and what was agreed',
  async (section) => {
    section.says('whether a card pays (`カード`: 登録済み or なし) and which texts the owner agreed to');
    const { body } = await order();
    const metadata = async () =>
      (await services.stripe.subscriptions.retrieve(String(body['subscriptionId']))).metadata;
    expect(await metadata()).toMatchObject({ カード: 'なし', 同意: expect.stringMatching(/利用規約 .*20\d\d年/) });
    await card(body);
    expect(await metadata()).toMatchObject({ カード: '登録済み' });
  },
);

walk(
  'Calls: shop',
  'invoices go to another address: back to the account’s own, as the section says',
  async (section) => {
    const { body } = await owner.browser.post(createShopOnly, shopOnlyBody);
    const customerId = String(body['customerId']);
    const goTo = async () => ((await services.stripe.customers.retrieve(customerId)) as { email?: string }).email;
    await keepInvoiceAddress(owner.userId, customerId, 'bills@example.jp');
    await services.stripe.customers.update(customerId, { email: 'bills@example.jp' });
    await settleEmail({ userId: owner.userId, email: 'owner@example.jp' }, 'new@example.jp');
    await doAccountTasks();
    expect(await goTo()).toBe('bills@example.jp');
    section.says('change the address of the customer in Stripe, and remove the attribute');
    await services.stripe.customers.update(customerId, { email: 'new@example.jp' });
    await updateItem('users', { pk: `USER#${owner.userId}`, sk: `SHOP#${customerId}` }, { remove: ['invoiceEmail'] });
    await settleEmail({ userId: owner.userId, email: 'owner@example.jp' }, 'newer@example.jp');
    await doAccountTasks();
    expect(await goTo()).toBe('newer@example.jp');
  },
);

walk('Calls: shop', 'a chain opens more shops in an hour than are allowed: the limit is raised', async (section) => {
  section.says('raise `limits.shop` of the stage and deploy');
  const open = async () => {
    const headers = { 'idempotency-key': `a-key-of-a-request-${(opened += 1)}` };
    const request = { method: 'POST', path: '/api', body: shopOnlyBody, headers };
    return (await owner.browser.send(createShopOnly, request)).status;
  };
  for (let count = 0; count < 40; count += 1) expect(await open()).toBe(200);
  expect(await open()).toBe(429);
  limitTo({ ...wide, shop: { user: ['41/h'] } });
  expect(await open()).toBe(200);
});

walk('Calls: shop', 'trials without a card: the refusal tells the owner what the section says', async (section) => {
  const first = await order(8);
  for (let count = 1; count < 5; count += 1) expect((await order(8)).status).toBe(200);
  expect(section.says('カードが登録されていない無料トライアル')).toBeTruthy();
  expect((await order(8)).body['message']).toContain('カードが登録されていない無料トライアル');
  section.says('saves a card for one of those shops');
  await card(first.body);
  expect((await order(8)).status).toBe(200);
});

walk('Calls: shop', 'all trials used: the next order is paid, unless the setting is raised', async (section) => {
  section.says('An owner who has used 100 trials pays from the first day');
  const secret = async () => String((await order()).body['clientSecret']);
  const { inAll } = trialLimits;
  try {
    trialLimits.inAll = 1;
    await order();
    expect(await secret()).toMatch(/^pi_/);
    section.says('raise `trialLimits`');
    trialLimits.inAll = 2;
    expect(await secret()).toMatch(/^seti_/);
  } finally {
    trialLimits.inAll = inAll;
  }
});
