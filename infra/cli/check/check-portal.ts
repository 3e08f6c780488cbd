import { watchedPaths } from '../../stacks/outside-alarms';
import { ok, wrong, type Finding } from './finding';

/** Seconds between two questions, and how many there are: a new page or function may take a moment to be there. */
const [pause, times] = [10, 6];

async function ask(origin: string, { path, has }: { path: string; has: string | undefined }): Promise<string> {
  try {
    const response = await fetch(`${origin}${path}`, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    const isRight = response.status === 200 && (await response.text()).includes(has ?? '');
    return isRight ? '' : `${path}: ${response.status}${response.status === 200 ? ', but another page' : ''}`;
  } catch (error) {
    return `${path}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Whether page and API answer from here, as the health checks ask them. `wait` lets some seconds pass. */
export async function checkPortal(origin: string, wait: (seconds: number) => Promise<void>): Promise<Finding[]> {
  for (let time = 1; ; time += 1) {
    const failures = (await Promise.all(Object.values(watchedPaths).map((path) => ask(origin, path)))).filter(Boolean);
    if (failures.length === 0) return [ok('portal', 'page and API answer')];
    if (time === times)
      return [wrong('portal', `${failures.join('; ')} (docs/runbook.md, "The portal does not answer")`)];
    await wait(pause);
  }
}
