import { expectHome, toSecondStep } from '../testing/accounts';
import { expect, signIn } from '../testing/story';
import { test } from './own-portal';

test('a second step that waited too long starts again at the password', async ({ page, portal, mailbox }) => {
  const sms = await portal.demo('sms');
  const phone = '09012345678';
  const before = await mailbox.messages(phone);
  await toSecondStep(page, sms);
  const { code } = await mailbox.newest(phone, before);
  await portal.local('clock', { advance: '4m' });
  await page.getByLabel('認証コード（SMS）').fill(code ?? '');
  await page.getByRole('button', { name: '認証する' }).click();
  await expect(page.getByRole('alert')).toContainText('2段階認証の有効期限が切れました');
  await expect(page.getByRole('button', { name: 'ログイン', exact: true })).toBeVisible();
});

test('half an hour after the sign-in a sensitive change asks for the password, then continues', async ({
  page,
  portal,
}) => {
  const empty = await portal.demo('empty');
  await signIn(page, empty);
  await expect(page).toHaveURL(/\/(stores\/new.*)?$/);
  await portal.local('clock', { advance: '31m' });
  await page.goto('/settings/security');
  await page.getByRole('button', { name: '認証アプリを設定' }).click();
  const proof = page.getByRole('dialog', { name: 'パスワードの確認' });
  await proof.getByLabel('現在のパスワード', { exact: true }).fill('not the password');
  await proof.getByRole('button', { name: /確認|続ける/ }).click();
  await expect(proof.getByText(/パスワードが正しくありません/)).toBeVisible();
  await proof.getByLabel('現在のパスワード', { exact: true }).fill(empty.password);
  await proof.getByRole('button', { name: /確認|続ける/ }).click();
  await expect(page.getByRole('img', { name: '認証アプリ用のQRコード' })).toBeVisible();
});

test('a session expires, and the page says so', async ({ page, portal }) => {
  await signIn(page, await portal.demo('empty'));
  await expect(page).toHaveURL(/\/(stores\/new.*)?$/);
  await page.goto('/');
  await expectHome(page);
  await portal.local('clock', { advance: '31d' });
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'ログイン', exact: true })).toBeVisible();
});
