import { expectHome, wrongCode } from './testing/accounts';
import { expect, ownersTest, signIn, signOut, test } from './testing/story';

test('name and phone are changed in their place, one at a time', { tag: '@once' }, async ({ page, owner }) => {
  await page.goto('/profile');
  await expect(page.getByText('未設定')).toBeVisible();
  await page.getByRole('button', { name: '名前を編集' }).click();
  await expect(page.getByRole('button', { name: /^電話番号を(編集|登録)$/ })).toBeDisabled();
  const name = page.getByLabel('名前', { exact: true });
  await expect(name).toHaveValue(owner.username);
  await name.fill('');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('名前は必須です')).toBeVisible();
  await name.fill('あたらしい名前');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('main').getByText('あたらしい名前')).toBeVisible();

  await page.getByRole('button', { name: /^電話番号を(編集|登録)$/ }).click();
  await page.getByLabel('電話番号').fill('12345');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText(/日本の電話番号形式で入力してください/)).toBeVisible();
  await page.getByLabel('電話番号').fill('0312345678');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('03-1234-5678')).toBeVisible();
});

test(
  'an address changes after its code was entered; the old one then does not sign in',
  { tag: '@once' },
  async ({ page, mailbox, owner }) => {
    const email = owner.email.replace('owner-', 'moved-');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'メールアドレスを編集' }).click();
    await page.getByLabel('新しいメールアドレス').fill(email);
    await page.getByRole('button', { name: '確認メールを送信' }).click();
    const { code } = await mailbox.newest(email);
    await page.getByLabel('認証コード').fill(wrongCode(code));
    await page.getByRole('button', { name: '認証する' }).click();
    await expect(page.getByText('認証エラー')).toBeVisible();
    await page.getByLabel('認証コード').fill(code ?? '');
    await page.getByRole('button', { name: '認証する' }).click();
    await expect(page.getByText('メールアドレスを変更しました')).toBeVisible();
    await expect(page.getByRole('main').getByText(email)).toBeVisible();
    await expect(page.getByRole('button', { name: 'メールアドレスを編集' })).toBeEnabled();

    await signOut(page);
    await signIn(page, owner);
    await expect(page.getByRole('alert')).toContainText('メールアドレスまたはパスワードが正しくありません');
    await signIn(page, { email, password: owner.password });
    await expectHome(page);
  },
);

test('a password changes, and the new one signs in', { tag: '@once' }, async ({ page, owner }) => {
  const password = `${owner.password}-new`;
  await page.goto('/settings');
  await page.getByRole('button', { name: 'パスワードを変更' }).click();
  const dialog = page.getByRole('dialog', { name: 'パスワードの変更' });
  await dialog.getByLabel('新しいパスワード', { exact: true }).fill(password);
  await dialog.getByLabel('新しいパスワード（確認）', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: '変更する' }).click();
  await expect(page.getByText('パスワードを更新しました')).toBeVisible();
  await expect(dialog).toBeHidden();

  await signOut(page);
  await signIn(page, { email: owner.email, password });
  await expectHome(page);
});

test('the password deletes the account, and it can no longer sign in', { tag: '@once' }, async ({ page, owner }) => {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'アカウントを削除' }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: '削除する' });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('パスワード', { exact: true }).fill('not the password');
  await confirm.click();
  await expect(dialog.getByText('パスワードが正しくありません')).toBeVisible();
  await dialog.getByLabel('パスワード', { exact: true }).fill(owner.password);
  await confirm.click();
  await expect(page).toHaveURL('/login');
  await signIn(page, owner);
  await expect(page.getByRole('alert')).toContainText('メールアドレスまたはパスワードが正しくありません');
});

test('an account with shops is not deleted', { tag: '@once' }, async ({ page, portal }) => {
  await signIn(page, await portal.demo('owner'));
  await expectHome(page);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'アカウントを削除' }).click();
  await expect(page.getByText('削除できません', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

ownersTest('theme and notification stay as they were switched', { tag: '@once' }, async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('switch', { name: 'ダークモード' }).click();
  await page.getByRole('switch', { name: 'メール通知' }).click();
  await expect(page.getByRole('switch', { name: 'メール通知' })).not.toBeChecked();
  // It shows what was asked for at once; then the server has it.
  await expect(page.getByRole('switch', { name: 'メール通知' })).not.toHaveAttribute('aria-busy');
  await page.reload();
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(17, 23, 26)');
  await expect(page.getByRole('switch', { name: 'ダークモード' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'メール通知' })).not.toBeChecked();
});
