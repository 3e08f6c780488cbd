import type { BrowserContext } from 'playwright/test';

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
