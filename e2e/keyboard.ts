import type { Locator, Page } from 'playwright/test';
import { expect } from './story';

/** More presses than any screen has controls. */
const mostPresses = 80;

/** Moves the focus by Tab to a control; fails if Tab does not reach it. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  await expect(control).toBeEnabled();
  for (let press = 0; press < mostPresses; press += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${control.toString()}`);
}

/** Expects that the focus is on something, so that the next Tab does not begin at the top of the page again. */
export async function expectFocus(page: Page): Promise<void> {
  await expect(async () => {
    expect(await page.evaluate(() => document.activeElement?.tagName ?? 'BODY')).not.toBe('BODY');
  }).toPass({ timeout: 10_000 });
}

/** Tabs to a control and presses it; afterwards the focus is somewhere. */
export async function pressByKey(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
  await expectFocus(page);
}
