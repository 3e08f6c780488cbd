import type { PlaywrightTestOptions } from 'playwright/test';

/** What the stories' browser looks like at each size. */
export const sizes = {
  /** Someone who asked for less motion. The phone shows every animation, which costs a tenth of the browser's time. */
  desktop: { viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } },
  phone: {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    contextOptions: { reducedMotion: 'no-preference' },
  },
} satisfies Record<string, Partial<PlaywrightTestOptions>>;
