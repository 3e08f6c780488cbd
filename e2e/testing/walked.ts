import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { calls } from '#shared/contract/index';
import { jobs } from '../../infra/functions/jobs';
import { triggers } from '../../infra/functions/worker';

/** What succeeded on each portal of this run of the tests. */
const folder = join('build', 'walked');

/** Keeps what succeeded on a running portal, so that {@link report} finds it. */
export async function keepWalked(url: string): Promise<void> {
  const { succeeded } = (await (await fetch(`${url}/__local/metrics`)).json()) as { succeeded: string[] };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${new URL(url).port}.json`), JSON.stringify(succeeded));
}

/**
 * Prints how many calls, tasks, schedules and triggers succeeded at least once on the portals of this run, where each
 * function has the rights of the templates and nothing else; names those that did not.
 * @returns whether all did
 */
async function report(): Promise<boolean> {
  const { workers } = await import('#functions/workers');
  const walked = new Set(
    readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as string[]),
  );
  const all = {
    calls: calls.map(({ name }) => name),
    tasks: workers.map(({ kind }) => `run-tasks ${kind}`),
    schedules: Object.keys(jobs),
    triggers: Object.keys(triggers),
  };
  let isWhole = true;
  for (const [what, names] of Object.entries(all)) {
    const missing = names.filter((name) => !walked.has(name));
    console.log(`${what.padEnd(10)}${names.length - missing.length} of ${names.length} succeeded`);
    for (const name of missing) console.log(`  never: ${name}`);
    isWhole &&= missing.length === 0;
  }
  return isWhole;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  void report().then((isWhole) => (process.exitCode = isWhole ? 0 : 1));
