import { mirror, next, progressOf, receiptIn, shipDevices, test } from './testing/devices';
import { expectFocus, pressByKey, tabTo } from './testing/focus';
import { expect, test as everybodysTest } from './testing/story';

everybodysTest('a user signs in by keyboard alone', { tag: '@once' }, async ({ page, account }) => {
  await page.goto('/login');
  await tabTo(page, page.getByLabel('メールアドレス'));
  await page.keyboard.type(account.email);
  await tabTo(page, page.getByLabel('パスワード', { exact: true }));
  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/$|\/stores\/new/);
  await expectFocus(page);
});

test('an owner adds a device by keyboard alone', { tag: '@once' }, async ({ page, shop }) => {
  await page.goto(`/store/${shop.customerId}/services`);
  await pressByKey(page, page.getByRole('button', { name: /の数量を変更/ }));
  await tabTo(page, page.getByRole('spinbutton', { name: '契約台数' }));
  await page.keyboard.press('ArrowUp');
  await pressByKey(page, page.getByRole('button', { name: '確認へ進む' }));
  await pressByKey(page, page.getByRole('button', { name: 'この内容で変更する' }));
  await expect(page.getByText('契約台数 3台')).toBeVisible();
  await expectFocus(page);
});

test('an owner returns a device by keyboard alone', { tag: '@once' }, async ({ page, shop, staff }) => {
  const [serial = ''] = await shipDevices(staff, shop, {});
  await mirror(shop);
  await page.goto(`/store/${shop.customerId}/devices`);
  await pressByKey(page, page.getByRole('button', { name: serial, exact: true }));
  await pressByKey(page, page.getByRole('button', { name: '返却を申し込む' }));
  await expect(progressOf(page)).toHaveAttribute('value', '20');
  await tabTo(page, page.getByRole('radio').first());
  await page.keyboard.press('Space');
  await pressByKey(page, next(page));
  await pressByKey(page, next(page));
  await tabTo(page, page.getByRole('region', { name: '返却規約', exact: true }));
  await page.keyboard.press('End');
  await expect(next(page, '同意して次へ')).toBeEnabled();
  await pressByKey(page, next(page, '同意して次へ'));
  await pressByKey(page, next(page, '返却を申し込む'));
  await expect(progressOf(page)).toHaveAttribute('value', '100');
  expect(await receiptIn(page)).not.toBe('');
  await pressByKey(page, next(page, '完了'));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectFocus(page);
});
