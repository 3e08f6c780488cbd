import { expect, type BrowserContext, type Locator, type Page } from 'playwright/test';

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

/**
 * From now on every page of the browser complains in its console when the focus is on `body` after a press of a control
 * by mouse, finger or key: the next Tab would begin at the top of the page again. A page that is at work may take its
 * time; one at rest has 600 ms, and 200 ms if something else is pressed by then.
 */
export const watchFocus = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    if (window !== window.top || window.location.pathname.startsWith('/__local')) return;
    const patience = 600;
    /** The name of the control that was pressed last. */
    let pressed: string | undefined;
    let lostAt: number | undefined;

    const isLost = (): boolean => {
      const atWork = document.querySelector('[aria-busy="true"], .animate-pulse, .animate-spin') !== null;
      return !atWork && (document.activeElement ?? document.body) === document.body;
    };
    const complain = (): void => {
      // oxlint-disable-next-line no-console -- the story reads it there
      console.error(`the focus is on body after a press of "${pressed ?? ''}" at ${window.location.pathname}`);
      pressed = undefined;
    };

    document.addEventListener(
      'pointerdown',
      () => {
        if (pressed !== undefined && lostAt !== undefined && performance.now() - lostAt > 200 && isLost()) complain();
      },
      { capture: true },
    );
    document.addEventListener(
      'click',
      ({ target }) => {
        const control = target instanceof Element ? target.closest('a[href], button, label, input, summary') : null;
        const name = control?.getAttribute('aria-label') ?? control?.textContent ?? '';
        pressed = control ? name.trim().slice(0, 40) : undefined;
        lostAt = undefined;
      },
      { capture: true },
    );
    setInterval(() => {
      if (pressed === undefined || !isLost()) lostAt = undefined;
      else if (lostAt === undefined) lostAt = performance.now();
      else if (performance.now() - lostAt > patience) complain();
    }, 100);
  });
