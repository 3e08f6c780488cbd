import type { Page } from 'playwright/test';
import { expect } from './story';

/**
 * Expects that no dialog is open any more and that the history has gone back: a dialog that closes takes its entry back
 * a moment later, which would abort a navigation that has just begun.
 */
export async function expectDialogsClosed(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.waitForFunction(() => !(history.state as { dialogs?: number } | null)?.dialogs);
}
