import { TOTP } from 'otpauth';
import type { Page } from 'playwright/test';
import type { Portal } from './portal';
import { expect, signIn, type Person } from './story';

/** A Japanese mobile number that no other story uses; the digit after 090 is never 0 (shared/model/phone.ts). */
export const newPhone = (): string =>
  `0901${String(crypto.getRandomValues(new Uint32Array(1))[0])
    .padStart(10, '0')
    .slice(-7)}`;

/** Another code than this one. */
export const wrongCode = (code: string | null): string => (code === '000000' ? '111111' : '000000');

/**
 * The code that an authenticator app shows for a typed secret, at the portal's time; `steps` counts 30 seconds each
 * from now.
 */
export async function appCode(portal: Portal, secret: string, steps = 0): Promise<string> {
  const { now } = await portal.local<{ now: string | number }>('clock');
  return new TOTP({ secret }).generate({ timestamp: new Date(now).getTime() + steps * 30_000 });
}

/** Fills in and sends the password's step of a sign-in that has a second step. */
export async function toSecondStep(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await signIn(page, person);
  await expect(page.getByRole('heading', { name: '2段階認証' })).toBeVisible();
}

/** Expects the first screen, signed in. */
export async function expectHome(page: Page): Promise<void> {
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: /こんにちは/ })).toBeVisible();
}

/** Opens the set-up of an authenticator app; returns its secret. */
async function beginAuthenticator(page: Page): Promise<string> {
  await page.goto('/settings/security');
  await page.getByRole('button', { name: '認証アプリを設定' }).click();
  const dialog = page.getByRole('dialog', { name: '認証アプリの設定' });
  await dialog.getByText('別の方法で設定する').click();
  await expect(dialog.getByRole('img', { name: '認証アプリ用のQRコード' })).toBeVisible();
  return (await dialog.locator('code').innerText()).replaceAll(/\s/g, '');
}

/**
 * Sets up an authenticator app; returns its secret and the ten recovery codes. `look` is called while the codes are
 * shown.
 */
export async function setUpAuthenticator(
  page: Page,
  portal: Portal,
  look?: (page: Page) => Promise<void>,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secret = await beginAuthenticator(page);
  await page.getByLabel('認証コード（TOTP）').fill(await appCode(portal, secret));
  await page.getByRole('button', { name: '認証する' }).click();
  const dialog = page.getByRole('dialog', { name: '2段階認証を有効にしました' });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const recoveryCodes = await dialog.getByRole('listitem').allInnerTexts();
  await look?.(page);
  await dialog.getByRole('button', { name: '保管しました' }).click();
  await expect(page.getByText('認証アプリに表示されるコードも入力します')).toBeVisible();
  return { secret, recoveryCodes };
}
