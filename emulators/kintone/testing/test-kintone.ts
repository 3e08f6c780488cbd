import { StillClock } from '../../platform/index';
import { tokensFor } from '../tokens';
import { testApps } from './apps';
import { serveKintone } from './serve-kintone';

type TestKintone = Awaited<ReturnType<typeof serveKintone>> & { clock: StillClock };

/** Password of the staff, and the beginning of the tokens. */
export const secret = 'test-token';
/** The tokens of all apps. */
export const apiToken = tokensFor(secret, testApps);

export const serveTestApps = (clock: StillClock, journalPath?: string) =>
  serveKintone({ clock, journalPath, secret, apps: testApps });

/** The emulator for the tests of a file, new before each, at 2026-04-01 09:30:45 UTC. */
export function testKintone(): TestKintone {
  const system = {} as TestKintone;
  beforeEach(async () => {
    const clock = new StillClock(Date.UTC(2026, 3, 1, 9, 30, 45));
    Object.assign(system, { clock }, await serveTestApps(clock));
  });
  afterEach(() => system.close());
  return system;
}
