import type { FrameLocator, Page } from 'playwright/test';
import { expect, fillCard } from './story';

/** The bank's own page of 3-D Secure, over the portal's page. */
export const bankOf = (page: Page): FrameLocator => page.frameLocator('iframe[src*="/3ds/"]');

/**
 * On the payment method screen: types another card and saves it, with the bank's check if the card requires one. Ends
 * when the page confirms it.
 */
export async function changeCard(page: Page, number: string, bank?: '認証を完了する'): Promise<void> {
  await page.getByLabel('カード名義人').fill('HANAKO SATO');
  await fillCard(page, { number });
  await page.getByRole('button', { name: 'お支払い方法を更新' }).click();
  if (bank) await bankOf(page).getByRole('button', { name: bank }).click();
  await expect(page.getByText('お支払い方法を更新しました')).toBeVisible();
}
