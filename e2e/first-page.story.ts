import type { Page } from 'playwright/test';
import { expectHome } from './testing/accounts';
import { expect, ownersTest, test } from './testing/story';

/** Keeps the page's scripts on their way until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

test(
  'the login screen is filled in and submitted before any script has arrived, in the dark: nothing is lost',
  { tag: '@once' },
  async ({ page, account }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
    const release = await holdScripts(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByLabel('メールアドレス').fill(account.email);
    await page.getByLabel('パスワード', { exact: true }).fill(account.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/login');
    release();
    await expect(page).toHaveURL(/\/$|\/stores\/new/);
    expect(await page.evaluate(() => document.documentElement.className)).toBe('dark');
  },
);

ownersTest(
  'at another address nothing of the login screen is seen while the scripts are on their way',
  { tag: '@once' },
  async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.locator('form')).toBeAttached();
    await expect(page.locator('form')).toBeHidden();
    release();
    await expectHome(page);
  },
);
