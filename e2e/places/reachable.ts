import type { Page } from 'playwright/test';

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
