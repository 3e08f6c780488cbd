import type { Page } from 'playwright/test';
import { makeShop, shopsOf } from './testing/shops';
import { axeFindings } from './places/look';
import { expect, fillCard, test } from './testing/story';

/** Stripe's response to a confirmation whose card holder has to go to the bank. */
interface Confirmed {
  id: string;
  client_secret: string;
  next_action: { use_stripe_sdk: { stripe_js: string } };
}

/**
 * Makes the bank one that takes over the whole window instead of a frame: Stripe then has the page leave for the bank,
 * which returns it to the `return_url` of the confirmation with Stripe's parameters
 * (docs.stripe.com/payments/save-and-reuse, "Handle any redirects").
 */
async function redirectToBank(page: Page): Promise<void> {
  await page.route('**/v1/setup_intents/*/confirm', async (route) => {
    const response = await route.fetch();
    const intent = (await response.json()) as Confirmed;
    const back = new URL(new URLSearchParams(route.request().postData() ?? '').get('return_url') ?? '');
    back.searchParams.set('setup_intent', intent.id);
    back.searchParams.set('setup_intent_client_secret', intent.client_secret);
    const bank = new URL(intent.next_action.use_stripe_sdk.stripe_js);
    bank.hash = new URLSearchParams({ return: back.href }).toString();
    const action = { type: 'redirect_to_url', redirect_to_url: { url: bank.href, return_url: back.href } };
    await route.fulfill({ response, json: { ...intent, next_action: action } });
  });
}

test.describe('the bank takes over the window', () => {
  test.beforeEach(async ({ page, portal, owner: { session } }) => {
    const { subscriptionId } = await makeShop(portal, session, { name: '横浜店', devices: 2 });
    await redirectToBank(page);
    await page.goto(`/billing/subscription/${subscriptionId}`);
    await page.getByLabel('カード名義人').fill('HANAKO SATO');
    await fillCard(page, { number: '4000002760003184' });
    await page.getByRole('button', { name: 'お支払い方法を更新' }).click();
    await expect(page).toHaveURL(/\/3ds\//);
  });

  test(
    'authenticated: back on the portal the card pays from now on, and nothing secret stays in the address',
    { tag: '@once' },
    async ({ page, owner: { session } }) => {
      await page.getByRole('button', { name: '認証を完了する' }).click();
      await expect(page.getByRole('heading', { name: 'お手続きが完了しました' })).toBeVisible();
      await expect(page.getByText('お支払い方法を登録しました')).toBeVisible();
      await expect(page).toHaveURL('/payment-success');
      expect(await axeFindings(page)).toEqual([]);
      const [shop] = await shopsOf(session);
      expect(shop?.subscriptions[0]?.default_payment_method?.card?.last4).toBe('3184');
      // A reload, or the back button, makes nothing twice.
      await page.reload();
      await expect(page.getByRole('link', { name: '店舗一覧へ' })).toBeVisible();
      expect((await shopsOf(session))[0]?.subscriptions[0]?.default_payment_method?.card?.last4).toBe('3184');
    },
  );

  test(
    'refused by the bank: the former card stays, and the way to another one is there',
    { tag: '@once' },
    async ({ page, owner: { session } }) => {
      await page.getByRole('button', { name: '認証に失敗する' }).click();
      await expect(page.getByText('カード会社の認証が完了しませんでした')).toBeVisible();
      await expect(page.getByRole('alert')).not.toContainText('authenticate');
      await page.getByRole('link', { name: 'カードを登録する' }).click();
      await expect(page).toHaveURL(/\/billing\/subscription\//);
      const [shop] = await shopsOf(session);
      expect(shop?.subscriptions[0]?.default_payment_method?.card?.last4).not.toBe('3184');
    },
  );
});
