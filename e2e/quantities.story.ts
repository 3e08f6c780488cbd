import type { Page } from 'playwright/test';
import { cancelSubscription, changeQuantities } from '#shared/contract/billing';
import { makeShop, shopsOf } from './testing/shops';
import { bankOf, changeCard, expect, loseResponse, test, rowIn } from './testing/story';

const dialog = (page: Page) => page.getByRole('dialog', { name: '数量の変更' });
const confirmation = (page: Page) => page.getByRole('dialog', { name: '数量変更の確認' });
const card = (page: Page) => page.getByRole('region', { name: /レボナイザー|Revonizer/ });
const units = (page: Page, number: number) =>
  expect(card(page).getByText(`${number}台`, { exact: true })).toBeVisible();
/** The amount due now beside the confirmation's button, in yen. */
const dueOf = async (page: Page): Promise<number> =>
  Number(/([\d,]+)円を支払って/.exec(await payButton(page).innerText())?.[1]?.replaceAll(',', ''));
const payButton = (page: Page) => confirmation(page).getByRole('button', { name: /円を支払って変更する/ });

async function toConfirmation(page: Page, total: number): Promise<void> {
  await page.getByRole('button', { name: '数量を変更', exact: true }).click();
  await dialog(page).getByRole('spinbutton', { name: '契約台数' }).fill(String(total));
  await dialog(page).getByRole('button', { name: '確認へ進む' }).click();
}

test(
  'an increase costs the amount shown, once; a decrease costs nothing',
  { tag: '@once' },
  async ({ page, portal, owner: { session } }) => {
    const { customerId, subscriptionId } = await makeShop(portal, session, {
      name: '青山店',
      devices: 2,
      state: 'active',
    });
    await page.goto(`/subscription/${subscriptionId}`);
    await toConfirmation(page, 5);
    await payButton(page).waitFor();
    const due = await dueOf(page);
    expect(due).toBeGreaterThan(26_000);
    // The response to a double click is lost: the next press repeats the same request and is not charged a second
    // time.
    await loseResponse(page, '**/quantities');
    await payButton(page).dblclick();
    await expect(page.getByText('数量の更新中にエラーが発生しました')).toBeVisible();
    await payButton(page).click();
    await expect(page.getByText(`${due.toLocaleString('ja-JP')}円のお支払いが完了しました。`)).toBeVisible();
    await expect(page.getByRole('region', { name: /台に変更し、/ })).toContainText('お届け 5台');
    await units(page, 5);
    await page.goto(`/payment-history/${customerId}`);
    await expect(page.getByText(`${due.toLocaleString('ja-JP')}円`)).toBeVisible();
    const [newest, first, ...more] =
      (await shopsOf(session))[0]?.payment_history.filter(({ amount }) => amount > 0) ?? [];
    expect([newest?.amount, first?.amount, more]).toEqual([due, 18_700, []]);

    await page.goto(`/subscription/${subscriptionId}`);
    await toConfirmation(page, 3);
    await expect(rowIn(confirmation(page), '本日のお支払い')).toHaveText('0円');
    // Another tab changes the quantities first: the shown ones are outdated, and the change overwrites nothing.
    await session.send(changeQuantities, { params: { id: subscriptionId }, body: { quantities: {}, total: 4 } });
    await confirmation(page).getByRole('button', { name: 'この内容で変更する' }).click();
    await expect(dialog(page).getByText('台数が別の画面で変更されています')).toBeVisible();
    await expect(dialog(page).getByRole('spinbutton', { name: '契約台数' })).toHaveValue('4');
    await dialog(page).getByRole('spinbutton', { name: '契約台数' }).fill('3');
    await dialog(page).getByRole('button', { name: '確認へ進む' }).click();
    await confirmation(page).getByRole('button', { name: 'この内容で変更する' }).click();
    await units(page, 3);
    // The change took the place of the page that it was made on: one step back leaves it.
    await page.goBack();
    await expect(page).toHaveURL(`/payment-history/${customerId}`);
    await page.goForward();
    await units(page, 3);
    expect((await shopsOf(session))[0]?.payment_history.filter(({ amount }) => amount > 0)).toHaveLength(2);

    // A subscription that ended elsewhere is shown as ended after an attempt to change it.
    await session.send(cancelSubscription, { params: { id: subscriptionId } });
    await page.getByRole('switch', { name: '自動更新' }).click();
    await expect(page.getByText('自動更新設定の変更中にエラーが発生しました')).toBeVisible();
    await expect(page.getByText('解約済み')).toBeVisible();
  },
);

test(
  'an increase with a card that asks for 3-D Secure, and with one that is declined',
  { tag: '@once' },
  async ({ page, portal, owner: { session } }) => {
    const { subscriptionId } = await makeShop(portal, session, { name: '銀座店', devices: 1, state: 'active' });
    await page.goto(`/billing/subscription/${subscriptionId}`);
    await changeCard(page, '4000002760003184', '認証を完了する');
    // The screen returns by itself.
    await expect(page).toHaveURL(`/subscription/${subscriptionId}`);
    await expect(page.getByText('Visa 末尾3184')).toBeVisible();

    await toConfirmation(page, 2);
    await payButton(page).click();
    await page.getByRole('dialog', { name: '本人認証' }).getByRole('button', { name: '閉じる' }).click();
    await expect(confirmation(page).getByText('本人認証が完了していません')).toBeVisible();
    await payButton(page).click();
    await bankOf(page).getByRole('button', { name: '認証に失敗する' }).click();
    await expect(confirmation(page).getByText('台数は変更されていません')).toBeVisible();
    expect((await shopsOf(session))[0]?.subscriptions[0]?.items.map(({ quantity }) => quantity)).toEqual([1]);
    await payButton(page).click();
    await bankOf(page).getByRole('button', { name: '認証を完了する' }).click();
    await expect(page.getByText('数量を変更しました')).toBeVisible();
    await units(page, 2);

    await page.goto(`/billing/subscription/${subscriptionId}`);
    await changeCard(page, '4000000000000341');
    await page.getByRole('link', { name: '契約の詳細へ戻る' }).click();
    await toConfirmation(page, 3);
    await payButton(page).click();
    await expect(confirmation(page).getByText('カードが利用できませんでした')).toBeVisible();
    await confirmation(page).getByRole('link', { name: '別のカードを登録する' }).click();
    await changeCard(page, '4242424242424242');
    await page.getByRole('link', { name: '契約の詳細へ戻る' }).click();
    await units(page, 2);
    await toConfirmation(page, 3);
    await payButton(page).click();
    await units(page, 3);
    expect(
      (await shopsOf(session))[0]?.payment_history.filter(({ amount, status }) => amount > 0 && status === 'paid'),
    ).toHaveLength(3);
  },
);
