import { defineConfig } from 'playwright/test';
import { findBrowser, launchOptions } from '../local/testing/browser';

/** Customer stories in a real browser, on a desktop's and on a phone's size, against the local cloud. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.story.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  globalSetup: './start-cloud.ts',
  outputDir: '../test-results',
  use: {
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    // Recording a trace nearly doubles a story's time. A failure leaves a picture and the page's text.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(await findBrowser()),
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    // `@once`: what it proves is not of a screen's size, and its screens are in another story on a phone.
    {
      name: 'phone',
      grepInvert: /@once/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
});
