import { expectHome } from './testing/accounts';
import { expect, signIn, test } from './testing/story';

test(
  'sessions elsewhere are listed and ended, one by one or all at once; their next call is refused',
  { tag: '@once' },
  async ({ page, browser, baseURL, owner }) => {
    const elsewhere = await Promise.all([1, 2].map(() => browser.newContext({ ...(baseURL && { baseURL }) })));
    const [first, second] = await Promise.all(elsewhere.map((context) => context.newPage()));
    if (!first || !second) throw new Error('No other pages');
    for (const other of [first, second]) {
      await signIn(other, owner);
      await expectHome(other);
    }

    await page.goto('/settings/security');
    const list = page.getByRole('list', { name: 'ログイン中の端末' });
    const rows = list.getByRole('listitem');
    // That of the registration is the fourth.
    await page.getByRole('button', { name: 'すべて表示（4件）' }).click();
    await expect(rows.filter({ hasText: 'この端末' })).toHaveCount(1);
    const others = rows.filter({ hasNotText: 'この端末' });
    await expect(others).toHaveCount(3);
    await others
      .first()
      .getByRole('button', { name: /をログアウト/ })
      .click();
    await expect(page.getByText('選択した端末からログアウトしました。')).toBeVisible();
    await expect(others).toHaveCount(2);

    await page.getByRole('button', { name: 'ほかの端末をすべてログアウト' }).click();
    await expect(others).toHaveCount(0);
    for (const other of [first, second]) {
      await other.reload();
      await expect(other.getByRole('heading', { name: 'ログイン' })).toBeVisible();
    }
    await page.reload();
    await expect(rows).toHaveCount(1);
    await Promise.all(elsewhere.map((context) => context.close()));
  },
);
