import { defineConfig } from 'playwright/test';
import { findBrowser, launchOptions } from '#emulators/platform/testing';
import { sizes } from './testing/sizes';

const ownPortal = './own-portal';
const inOwnPortal = '**/own-portal/**';

/** Customer stories in a real browser, at a desktop's and a phone's size, against the local cloud. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.story.ts',
  fullyParallel: true,
  workers: 4,
  // A story that passes at its second try is listed as flaky at the end: each one is looked into.
  retries: 1,
  forbidOnly: true,
  // On a busy machine a step may take long without being wrong.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  globalSetup: './testing/start-cloud.ts',
  outputDir: '../test-results',
  use: {
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    // Recording a trace nearly doubles a story's time. A failure saves a picture and the page's text.
    trace: 'off',
    // A worker would hide requests from the stories that hold them back; offline.story.ts allows it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(await findBrowser()),
  },
  projects: [
    // First, because it takes longest: one worker, so that one portal serves them all.
    { name: 'own portal', testDir: ownPortal, workers: 1, use: sizes.desktop },
    // `@once`: the story does not depend on a screen's size, and another story shows its screens on a phone. One worker
    // walks these few, because each one starts a browser of its own.
    { name: 'phone', testIgnore: inOwnPortal, grepInvert: /@once/, workers: 1, use: sizes.phone },
    { name: 'desktop', testIgnore: inOwnPortal, use: sizes.desktop },
  ],
});
