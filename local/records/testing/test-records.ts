import { StillClock } from '#emulators/platform';
import { serveRecords } from './serve-records';

type TestRecords = Awaited<ReturnType<typeof serveRecords>> & { clock: StillClock };

/** The emulator for the tests of a file, new before each, at 2026-04-01 09:30:45 UTC. */
export function testRecords(): TestRecords {
  const system = {} as TestRecords;
  beforeEach(async () => {
    const clock = new StillClock(Date.UTC(2026, 3, 1, 9, 30, 45));
    Object.assign(system, { clock }, await serveRecords(clock));
  });
  afterEach(() => system.close());
  return system;
}
