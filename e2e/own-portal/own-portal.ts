import { Portal } from '../testing/portal';
import { startDemoPortal, type RunningPortal } from '../testing/start-cloud';
import { createAccount, test as everybodysTest } from '../testing/story';

/**
 * For stories that move the clock or stop services: a portal beside the one of the other stories, so that those keep
 * their codes and services. One worker runs the stories of this folder one after another (`playwright.config.ts`).
 */
export const test = everybodysTest.extend<object, { ownPortal: RunningPortal }>({
  ownPortal: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const running = await startDemoPortal();
      await provide(running);
      await running.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ ownPortal }, provide) => provide(ownPortal.url),
  portal: async ({ ownPortal }, provide) => provide(new Portal(ownPortal.url)),
  // Not ahead: the clock may move while one registers.
  takeAccount: [
    async ({ ownPortal }, provide) => provide(() => createAccount(new Portal(ownPortal.url))),
    { scope: 'worker' },
  ],
});
