import { expect, ownersTest as test } from './testing/story';

test.use({ serviceWorkers: 'allow' });

test(
  'without a connection an installed page says so, and comes back by itself; nothing is kept in a cache',
  { tag: '@once' },
  async ({ page, context }) => {
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: '設定', level: 1 })).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: 'インターネットに接続されていません' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'プロフィール', level: 1 })).toBeVisible();
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
  },
);

test(
  'the connection is lost in a form: a message says so, and what was typed stays',
  { tag: '@once' },
  async ({ page, context }) => {
    await page.clock.install();
    await page.goto('/profile');
    await page.getByRole('button', { name: '名前を編集' }).click();
    const name = page.getByLabel('名前');
    await name.fill('新しい名前');
    await context.setOffline(true);
    await page.getByRole('button', { name: '保存' }).click();
    await expect(page.getByText('名前の更新に失敗しました')).toBeVisible();
    await expect(name).toHaveValue('新しい名前');
    await page.clock.fastForward(8000);
    await expect(page.getByText('名前の更新に失敗しました')).toBeHidden();
  },
);

test(
  'the connection is lost before a dialog: a message says so, and the screen stays',
  { tag: '@once' },
  async ({ page, context }) => {
    await page.goto('/settings');
    const change = page.getByRole('button', { name: 'パスワードを変更' });
    await expect(change).toBeVisible();
    await context.setOffline(true);
    await change.click();
    await expect(page.getByText('表示できませんでした')).toBeVisible();
    await expect(change).toBeVisible();
    await context.setOffline(false);
    await page.reload();
    await change.click();
    await expect(page.getByRole('dialog', { name: 'パスワードの変更' })).toBeVisible();
  },
);

test('the manifest names icons that exist, each of the size it says', { tag: '@once' }, async ({ page }) => {
  await page.goto('/settings');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await page.evaluate(async (address) => {
    const response = await fetch(address ?? '');
    const { icons, ...rest } = (await response.json()) as { icons: { src: string; sizes: string }[] };
    const sizes = await Promise.all(
      icons.map(async ({ src, sizes: said }) => {
        const { width, height } = await createImageBitmap(await (await fetch(src)).blob());
        return [said, `${width}x${height}`];
      }),
    );
    return { type: response.headers.get('content-type'), sizes, ...rest };
  }, href);
  expect(manifest).toMatchObject({ type: 'application/manifest+json', display: 'standalone', start_url: '/' });
  expect(manifest.sizes).toHaveLength(3);
  for (const [said, is] of manifest.sizes) expect(is).toBe(said);
});
