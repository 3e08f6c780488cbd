import { requestEmailChange } from '#shared/contract/account';
import { expect, ownersTest, signIn, test } from './testing/story';

ownersTest('a user who is not an administrator has no menu item and is refused', { tag: '@once' }, async ({ page }) => {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: '管理者権限が必要です' })).toBeVisible();
  await expect(page.getByText('管理者アカウントでログインしてください。')).toBeVisible();
  await expect(page.getByRole('link', { name: '管理', exact: true })).toHaveCount(0);
  await expect(page.getByText('マスターパスワード')).toHaveCount(0);
});

test(
  'an administrator gives a reason, impersonates a user until they end it, and the user reads it',
  { tag: '@once' },
  async ({ page, portal, browser, baseURL, account }) => {
    await signIn(page, await portal.demo('admin'));
    await expect(page.getByRole('navigation', { name: 'メインメニュー' }).filter({ visible: true })).toBeVisible();
    await page.goto('/admin');
    await expect(page.getByText('ap-northeast-1')).toBeVisible();
    const reason = `お問い合わせの確認 ${account.username}`;
    await page.getByLabel('代理ログインの理由').fill(reason);
    await page.getByRole('button', { name: '表示' }).click();
    await expect(page.getByText(/あと約15分使えます/)).toBeVisible();
    await expect(page.getByRole('status', { name: 'マスターパスワード' })).not.toContainText('•');
    await page.getByLabel('利用者のメールアドレス').fill(account.email);
    await page.getByRole('button', { name: 'この利用者としてログイン' }).click();
    const banner = page.getByRole('region', { name: '代理ログイン' });
    await expect(banner).toContainText(account.username);

    await page.goto('/profile');
    await expect(banner).toBeVisible();
    // The server would refuse it, so the page does not offer it.
    await expect(page.getByRole('button', { name: /を編集$/ })).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'メールアドレスを編集' })).toHaveCount(0);
    const refused = await page.evaluate(
      async ({ path, newEmail }) => {
        const body = JSON.stringify({ newEmail });
        const response = await fetch(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
        return (await response.json()) as unknown;
      },
      { path: requestEmailChange.path, newEmail: `else-${account.email}` },
    );
    expect(refused).toMatchObject({ code: 'IMPERSONATION_FORBIDDEN' });

    await banner.getByRole('button', { name: '代理ログインを終了' }).click();
    await expect(page).toHaveURL('/login');
    const own = await browser.newContext({ ...(baseURL && { baseURL }) });
    const theirs = await own.newPage();
    await signIn(theirs, account);
    await expect(theirs).toHaveURL(/\/$|\/stores\/new/);
    await expect(theirs.getByRole('region', { name: '代理ログイン' })).toHaveCount(0);
    await theirs.goto('/settings/security');
    const acted = theirs.getByRole('list', { name: '管理者の代理ログイン' }).getByRole('listitem');
    await expect(acted).toHaveCount(1);
    await expect(acted).toContainText(reason);
    await expect(acted).not.toContainText('ログイン中');
    await own.close();
  },
);
