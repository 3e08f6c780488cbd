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
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
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

interface Watched {
  shifted: number;
}

/** Adds up how far visible content moves by itself on each page that is loaded from now on (web.dev/cls). */
export const watchLayoutShift = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const watched = window as unknown as Watched;
    watched.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) watched.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** The layout shift since the page was loaded. */
export const layoutShift = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as Watched).shifted);

/**
 * What cannot be read or pressed on the page at its present size: content beyond the page's edge, and controls that
 * stay covered when they are scrolled to the middle.
 */
export const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const root = document.scrollingElement ?? document.documentElement;
    if (root.scrollWidth > window.innerWidth + 1) found.push(`is ${root.scrollWidth} px wide`);
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button:not([disabled]), input:not([disabled]), select, textarea, summary',
    );
    for (const control of controls) {
      if (control.closest('[inert], [aria-hidden="true"]') || !control.checkVisibility({ visibilityProperty: true }))
        continue;
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = control.getBoundingClientRect();
      // For screen readers alone, or shown by its label.
      if (width <= 1 || height <= 1) continue;
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const isHit = hit && (control.contains(hit) || hit.contains(control) || hit.closest('label')?.contains(control));
      const isLabelled = (control as HTMLInputElement).labels?.length && hit?.closest('label');
      if (!isHit && !isLabelled)
        found.push(
          `cannot press ${(control.getAttribute('aria-label') ?? control.innerText).trim().slice(0, 20)}: ` +
            `${hit ? hit.tagName.toLowerCase() : 'nothing'} is there`,
        );
    }
    window.scrollTo(0, 0);
    return found;
  });
