import type { Page } from 'playwright/test';

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
