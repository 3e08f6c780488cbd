import type { Page } from 'playwright/test';
import { axeFindings } from './places/look';
import { agreeToBoth, bankOf, expect, fillCard, fillShop, loseResponse, ownersTest as test } from './testing/story';

async function openForm(page: Page): Promise<void> {
  await page.goto('/stores/new');
  await agreeToBoth(page);
}

async function toConfirmation(page: Page, storeName: string, card: string): Promise<void> {
  await fillShop(page, storeName);
  await page.getByLabel('カード名義人').fill('TARO YAMADA');
  await fillCard(page, { number: card });
  await page.getByRole('button', { name: '確認画面へ' }).click();
  await expect(page.getByRole('heading', { name: 'お申し込み内容の確認' })).toBeVisible();
}

const submit = (page: Page) => page.getByRole('button', { name: 'この内容で申し込む' }).click();
const shop = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });

test('the form opens only after both texts are read', { tag: '@once' }, async ({ page }) => {
  await page.goto('/stores/new/form');
  await expect(page).toHaveURL('/stores/new');
  await expect(page.getByRole('heading', { name: '利用規約' })).toBeVisible();
});

test('wrong fields show their errors; the first one gets the focus', async ({ page }) => {
  await openForm(page);
  await page.getByRole('button', { name: '確認画面へ' }).click();
  for (const text of [
    '店舗名を入力してください',
    '代理店コードは半角数字6桁で入力してください',
    'お届け先のお名前を入力してください',
    '都道府県を選択してください',
    '市区町村・番地を入力してください',
  ]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await expect(page.getByLabel('店舗名')).toBeFocused();

  await page.getByLabel('郵便番号').fill('0000000');
  await expect(page.getByText('郵便番号が見つかりません')).toBeVisible();
  await page.getByLabel('郵便番号').fill('１０００００１');
  await expect(page.getByLabel('郵便番号')).toHaveValue('1000001');
  await expect(page.getByLabel('都道府県')).toHaveValue('東京都');
});

test('the price and the card’s frame come late: nothing below them moves, so that no press is lost', async ({
  page,
}) => {
  const top = () =>
    page
      .getByRole('button', { name: '確認画面へ' })
      .evaluate((one) => one.getBoundingClientRect().top + window.scrollY);
  const late = [/calculate-pricing/, /stripe-js/].map(async (address) => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(address, async (route) => {
      await released;
      await route.continue();
    });
    return release;
  });
  const releases = await Promise.all(late);
  await openForm(page);
  const before = await top();
  for (const release of releases) release();
  await expect(page.getByText('本日のお支払いは0円です')).toBeVisible();
  await expect(page.frameLocator('iframe').first().getByLabel('カード番号')).toBeVisible();
  expect(await top()).toBeCloseTo(before, 0);
});

test('promotion codes count, and an unusable one says why', { tag: '@once' }, async ({ page }) => {
  await openForm(page);
  const code = page.getByLabel('プロモーションコード');
  const apply = page.getByRole('button', { name: '適用' });
  await expect(apply).toBeDisabled();
  for (const [typed, reason] of [
    ['NOSUCHCODE', 'このプロモーションコードは無効です'],
    ['SUMMER', '有効期限が切れています'],
    ['FIRSTONE', '利用上限に達しています'],
    ['BIGSHOP', 'ご契約内容には利用できません'],
  ] as const) {
    await code.fill(typed);
    await apply.click();
    await expect(page.getByText(reason).first()).toBeVisible();
  }
  // The code is valid but needs more devices: the price says so, and the code can be removed.
  await page.getByRole('button', { name: 'コードを取り消す' }).click();
  await code.fill('OZONE10');
  await apply.click();
  await expect(page.getByText('8,910円')).toBeVisible();
  await page.getByRole('button', { name: '取り消す' }).click();
  await expect(page.getByText('8,910円')).toHaveCount(0);
  await code.fill('OZONE1000');
  await apply.click();
  await expect(page.getByText('8,900円')).toBeVisible();
});

test('a declined card leaves the shop open and asks for another card alone', { tag: '@once' }, async ({ page }) => {
  await openForm(page);
  await toConfirmation(page, '渋谷店', '4000000000000002');
  await submit(page);
  await expect(page.getByText('カードの登録が完了していません')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await fillCard(page, { number: '4242424242424242' });
  await page.getByRole('button', { name: 'カードを登録する' }).click();
  await expect(page).toHaveURL('/');
  await expect(shop(page, '渋谷店')).toHaveCount(1);
});

test('a bank that asks for 3-D Secure: failed, then done', async ({ page }) => {
  await openForm(page);
  await toConfirmation(page, '原宿店', '4000002500003155');
  await submit(page);
  const bank = bankOf(page);
  await bank.getByRole('button', { name: '認証に失敗する' }).click();
  await expect(page.getByText('カードの登録が完了していません')).toBeVisible();
  await expect(page.locator('iframe[src*="/3ds/"]')).toHaveCount(0);
  await page.getByRole('button', { name: 'カードを登録する' }).click();
  await bank.getByRole('button', { name: '認証を完了する' }).click();
  await expect(page).toHaveURL('/');
  await expect(shop(page, '原宿店')).toHaveCount(1);
});

test('two clicks open one shop', { tag: '@once' }, async ({ page }) => {
  await openForm(page);
  await toConfirmation(page, '新宿店', '4242424242424242');
  await page.getByRole('button', { name: 'この内容で申し込む' }).dblclick();
  await expect(page).toHaveURL('/');
  await expect(shop(page, '新宿店')).toHaveCount(1);
});

test(
  'the connection is lost: the typed text stays, and the next attempt opens the shop once',
  { tag: '@once' },
  async ({ page }) => {
    await openForm(page);
    await toConfirmation(page, '池袋店', '4242424242424242');
    await loseResponse(page, '**/api/stores/create-with-subscription');
    await submit(page);
    await expect(page.getByText('入力した内容は残っています')).toBeVisible();
    await submit(page);
    await expect(page).toHaveURL('/');
    await expect(shop(page, '池袋店')).toHaveCount(1);
  },
);
