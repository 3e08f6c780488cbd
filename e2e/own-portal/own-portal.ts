import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Portal } from './portal';
import { startPortal, type RunningPortal } from './start-cloud';
import { createAccount, test as everybodysTest } from './story';

/**
 * For stories that move the clock or stop services: a portal of their own, so that other stories keep their codes and
 * services. The stories of one file must run one after another: `test.describe.configure({ mode: 'serial' })`.
 */
export const test = everybodysTest.extend<object, { ownPortal: RunningPortal }>({
  ownPortal: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const data = await mkdtemp(join(tmpdir(), 'portal-own-'));
      await cp(process.env['DEMO_DATA'] ?? '', data, { recursive: true });
      const running = await startPortal(data);
      await provide(running);
      await running.stop();
      await rm(data, { recursive: true, force: true });
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
