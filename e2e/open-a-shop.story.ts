import { agreeToBoth, expect, fillCard, fillShop, register, signIn, signOut, test } from './testing/story';

test(
  'a shop owner registers, opens a shop with a subscription, and sees it',
  { tag: '@once' },
  async ({ page, mailbox, person }) => {
    await register(page, mailbox, person);

    // The welcome panel continues to the terms by itself.
    await expect(page.getByText(/ようこそ/)).toBeVisible();
    await expect(page).toHaveURL('/stores/new?firstTime=true');
    await agreeToBoth(page);

    await expect(page.getByRole('button', { name: 'キャンセル' })).toHaveCount(0);
    await fillShop(page, '銀座店');
    const quantity = page.getByRole('spinbutton', { name: '契約台数' });
    await quantity.fill('5');
    await expect(page.getByText('45,100円')).toBeVisible();
    await page.getByLabel('カード名義人').fill('HANAKO SATO');
    await fillCard(page, { number: '4242424242424242' });
    await page.getByRole('button', { name: '確認画面へ' }).click();

    await expect(page.getByRole('heading', { name: 'お申し込み内容の確認' })).toBeVisible();
    await expect(page.getByText('HANAKO SATO')).toBeVisible();
    await page.getByRole('button', { name: 'この内容で申し込む' }).click();

    await expect(page).toHaveURL('/');
    const shop = page.getByRole('article').filter({ hasText: '銀座店' });
    await expect(shop).toContainText('×3');
    const after = page.getByRole('region', { name: 'お申し込みを承りました' });
    await expect(after).toContainText('お届け 5台');
    await expect(after.getByText(/初回のお支払い/)).toBeVisible();

    // Back leads to what was before the order, in one step.
    await page.goBack();
    await expect(page).not.toHaveURL(/stores/);
    await expect(page.getByRole('article').filter({ hasText: '銀座店' })).toBeVisible();

    await signOut(page);
    await signIn(page, person);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('article').filter({ hasText: '銀座店' })).toBeVisible();
  },
);

test('a shop is opened without a subscription', { tag: '@once' }, async ({ page, mailbox, person }) => {
  await register(page, mailbox, person);
  await expect(page).toHaveURL('/stores/new?firstTime=true');
  await agreeToBoth(page);
  await fillShop(page, '京都店');
  await page.getByRole('radio', { name: /店舗だけを登録する/ }).check();
  await page.getByRole('button', { name: '確認画面へ' }).click();
  await page.getByRole('button', { name: 'この内容で登録する' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('article').filter({ hasText: '京都店' })).toBeVisible();
});
