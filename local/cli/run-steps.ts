import pLimit from 'p-limit';
import type { Ended } from './run-command';

export interface Step {
  name: string;
  /** Sends its output to the terminal while it runs; the output of other steps is printed only if they fail. */
  isShown?: boolean;
  run: (options: { signal: AbortSignal; isShown: boolean }) => Promise<Ended>;
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/**
 * Runs phases one after another, the steps of a phase side by side as far as `cores` allow. The first failure stops
 * all others. A table at the end says what took how long.
 * @returns whether all passed
 */
export async function runSteps(
  phases: readonly (readonly Step[])[],
  { cores = 2, log = console.log } = {},
): Promise<boolean> {
  const stop = new AbortController();
  const rows = new Map(phases.flat().map(({ name }) => [name, { state: 'not run', time: '' }]));
  const startedAt = performance.now();

  const run = async ({ name, isShown = false, run: work }: Step): Promise<void> => {
    if (stop.signal.aborted) return;
    if (isShown) log(`\n${name} ...`);
    const beganAt = performance.now();
    const { passed, output } = await work({ signal: stop.signal, isShown }).catch((error: unknown) => ({
      passed: false,
      output: error instanceof Error ? error.message : String(error),
    }));
    const state = passed ? 'passed' : stop.signal.aborted ? 'stopped' : 'FAILED';
    rows.set(name, { state, time: seconds(performance.now() - beganAt) });
    if (state !== 'FAILED') return;
    if (output !== '') log(`\n${output.trimEnd()}`);
    stop.abort();
  };

  const limit = pLimit(cores);
  for (const phase of phases) await Promise.all(phase.map((step) => limit(() => run(step))));

  const width = Math.max(...[...rows.keys()].map((name) => name.length));
  log('');
  for (const [name, { state, time }] of rows) log(`${name.padEnd(width)}  ${time.padStart(8)}  ${state}`);
  log(`${'all'.padEnd(width)}  ${seconds(performance.now() - startedAt).padStart(8)}`);
  return [...rows.values()].every(({ state }) => state === 'passed');
}
