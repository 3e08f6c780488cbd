import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPortal } from '../e2e/testing/start-cloud';
import { median } from './measure';

/** Seconds from the command to the first success of /__local/health. */
async function startOnce(data: string): Promise<number> {
  const startedAt = performance.now();
  const { stop } = await startPortal(data, { withChain: true });
  const seconds = (performance.now() - startedAt) / 1000;
  await stop();
  return seconds;
}

/** Seconds of a bare start of Node with tsx: the median of nine, because a single one varies by a third. */
function bareStart(): number {
  const times = Array.from({ length: 9 }, () => {
    const startedAt = performance.now();
    spawnSync(process.execPath, ['--import', 'tsx', '-e', '']);
    return (performance.now() - startedAt) / 1000;
  });
  return median(times);
}

/** The most times a bare start of Node that a start with nothing built may take. */
const most = 110;

/**
 * Time until `npm start` is ready: with everything to build, with nothing to build, and with the data of an earlier
 * run.
 */
export async function bench(): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'portal-bench-'));
  await rm('build', { recursive: true, force: true });
  const clean = await startOnce(join(data, 'a'));
  const built = await startOnce(join(data, 'b'));
  const again = await startOnce(join(data, 'b'));
  await rm(data, { recursive: true, force: true });
  const node = bareStart();
  for (const [what, seconds] of [
    ['nothing built, no data', clean],
    ['built, no data', built],
    ['built, with data', again],
  ] as const) {
    console.log(
      `${what.padEnd(24)} ${seconds.toFixed(1).padStart(5)} s   ` +
        `${(seconds / node).toFixed(0).padStart(4)} × a bare start of Node with tsx`,
    );
  }
  if (clean / node > most) process.exitCode = 1;
}
