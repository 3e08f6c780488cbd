import type { BrowserContext } from 'playwright/test';

/**
 * From now on every page of the browser complains in its console when the focus is on `body` after a press of a control
 * by mouse, finger or key: the next Tab would begin at the top of the page again. A page that is at work may take its
 * time; one at rest has 600 ms, or until the next press.
 */
export const watchFocus = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    if (window !== window.top || window.location.pathname.startsWith('/__local')) return;
    const patience = 600;
    let pressed: { name: string; at: number } | undefined;
    let lostAt: number | undefined;

    const isLost = (): boolean => {
      const atWork = document.querySelector('[aria-busy="true"], .animate-pulse, .animate-spin') !== null;
      return !atWork && (document.activeElement ?? document.body) === document.body;
    };
    const complain = (): void => {
      // oxlint-disable-next-line no-console -- the story reads it there
      console.error(`the focus is on body after a press of "${pressed?.name}" at ${window.location.pathname}`);
      pressed = undefined;
    };

    document.addEventListener(
      'pointerdown',
      () => {
        if (pressed && performance.now() - pressed.at > 200 && isLost()) complain();
      },
      { capture: true },
    );
    document.addEventListener(
      'click',
      ({ target }) => {
        const control = target instanceof Element ? target.closest('a[href], button, label, input, summary') : null;
        const name = control?.getAttribute('aria-label') ?? control?.textContent ?? '';
        pressed = control ? { name: name.trim().slice(0, 40), at: performance.now() } : undefined;
        lostAt = undefined;
      },
      { capture: true },
    );
    setInterval(() => {
      if (!pressed || !isLost()) lostAt = undefined;
      else if (lostAt === undefined) lostAt = performance.now();
      else if (performance.now() - lostAt > patience) complain();
    }, 100);
  });
