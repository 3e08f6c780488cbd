import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** All rules of WCAG 2.2 A and AA and axe's own best practices, with the one on labels that is off by default. */
const everything: RunOptions = { rules: { 'label-content-name-mismatch': { enabled: true } } };
/** A theme changes colours only. */
const colours: RunOptions = { runOnly: ['color-contrast'] };

async function run(page: Page, options: RunOptions): Promise<string[]> {
  // Stripe's own fields are outside of the portal's control.
  const found = await page.evaluate(
    (given) =>
      (globalThis as unknown as { axe: { run: (context: unknown, options: unknown) => Promise<AxeResults> } }).axe.run(
        { exclude: ['iframe'] },
        { resultTypes: ['violations'], ...given },
      ),
    options,
  );
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(' ')}`));
}

/** What axe finds on the page in the light theme and in the dark one: `dark: color-contrast .badge`. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const light = await run(page, everything);
  const theme = (name: string) =>
    page.evaluate((given) => {
      document.documentElement.className = given;
    }, name);
  await theme('dark');
  await page.evaluate(() => {
    // A spinner behind a dialog never ends.
    const ends = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
    return Promise.all(ends.map((one) => one.finished.catch(() => undefined)));
  });
  const dark = await run(page, colours);
  await theme('light');
  return [...light, ...dark.map((one) => `dark: ${one}`)];
}
