import type { Page } from 'playwright/test';
import { makeShop, shopsOf } from './testing/shops';
import { bankOf, expect, fillCard, test } from './testing/story';

const wizard = (page: Page) => page.getByRole('dialog', { name: 'サブスクリプションの新規契約' });
const begin = (page: Page) => page.getByRole('button', { name: '新しいサブスクリプション' }).click();
const step = (page: Page, name: string | RegExp) => wizard(page).getByRole('button', { name, exact: true });

/** Completes the wizard from the payment's step on, with a card typed into it. */
async function payWith(page: Page, number: string): Promise<void> {
  await wizard(page).getByLabel('カード名義人').fill('HANAKO SATO');
  await fillCard(page, { number });
  await step(page, 'カードを登録して確認へ').click();
}

test(
  'no subscription yet: the trial begins with a new card; then the wizard is the quantity dialog',
  { tag: '@once' },
  async ({ page, portal, owner: { session } }) => {
    const { customerId } = await makeShop(portal, session, { name: '京都店' });
    await page.goto(`/store/${customerId}`);
    await page.goto(`/store/${customerId}/services`);
    await begin(page);
    await wizard(page).getByRole('spinbutton', { name: '契約台数' }).fill('2');
    await expect(wizard(page).getByText('18,700円')).toBeVisible();
    await step(page, 'お支払い方法へ進む').click();
    await payWith(page, '4000000000000002');
    await expect(wizard(page).getByText('支払い方法の設定に失敗しました')).toBeVisible();
    await fillCard(page, { number: '4242424242424242' });
    await step(page, 'カードを登録して確認へ').click();
    await expect(wizard(page).getByText('35日間の無料トライアル')).toBeVisible();
    await step(page, /申し込む$/).click();
    await expect(page.getByText('サブスクリプションを開始しました')).toBeVisible();
    await expect(page.getByText('契約台数 2台')).toBeVisible();
    await expect(page.getByText('無料トライアル中')).toBeVisible();

    // The order took the place of the page that it was made on: one step back leaves it.
    await page.goBack();
    await expect(page).toHaveURL(`/store/${customerId}`);
    await page.goForward();
    await begin(page);
    await expect(
      page.getByRole('dialog', { name: '数量の変更' }).getByRole('spinbutton', { name: '契約台数' }),
    ).toHaveValue('2');
    const [shop] = await shopsOf(session);
    expect([shop?.subscriptions.length, shop?.customer.default_payment_method?.card?.last4]).toEqual([1, '4242']);
  },
);

test(
  'after a cancellation the first month is due at once: declined, then paid with 3-D Secure in the dialog',
  { tag: '@once' },
  async ({ page, portal, owner: { session } }) => {
    const { customerId } = await makeShop(portal, session, {
      name: '札幌店',
      devices: 1,
      card: 'pm_card_chargeCustomerFail',
      state: 'canceled',
    });
    const submits: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith(`/customer/${customerId}/subscription`))
        submits.push(request.headers()['idempotency-key']);
    });
    await page.goto(`/store/${customerId}`);
    await begin(page);
    await step(page, 'お支払い方法へ進む').click();
    await expect(wizard(page).getByText('末尾0341')).toBeVisible();
    await step(page, '確認へ進む').click();
    await expect(wizard(page).getByText('初月分')).toBeVisible();
    await step(page, /申し込む$/).click();
    await expect(wizard(page).getByText('カードが利用できませんでした')).toBeVisible();
    await wizard(page).getByRole('button', { name: '別のカードを選ぶ' }).click();
    await wizard(page)
      .getByRole('radio', { name: /新しいカード/ })
      .check();
    await payWith(page, '4000002760003184');
    await bankOf(page).getByRole('button', { name: '認証を完了する' }).click();
    await step(page, /申し込む$/).click();
    await bankOf(page).getByRole('button', { name: '認証を完了する' }).click();
    await expect(page.getByText('お支払いが完了しました。')).toBeVisible();
    // A refused request has ended, so the next attempt has another key.
    expect([submits.length, new Set(submits).size, submits.includes(undefined)]).toEqual([2, 2, false]);
    await expect(page.getByRole('list', { name: '契約', exact: true }).getByText('契約中')).toBeVisible();
    const [shop] = await shopsOf(session);
    expect(shop?.subscriptions.filter(({ status }) => status === 'active')).toHaveLength(1);
    expect(
      shop?.payment_history.filter(({ amount, status }) => amount > 0 && status === 'paid').map(({ amount }) => amount),
    ).toEqual([9900]);
  },
);
