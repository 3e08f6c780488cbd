import type { Ended } from './run-command';

export interface Step {
  name: string;
  /** How many cores it keeps busy; a step that takes all of them runs alone. */
  cores: number;
  /** Names of steps that must pass first. */
  after?: readonly string[];
  /** Sends its output to the terminal while it runs; the output of other steps is printed only if they fail. */
  isShown?: boolean;
  run: (options: { signal: AbortSignal; isShown: boolean }) => Promise<Ended>;
}

type State = 'waiting' | 'running' | 'passed' | 'FAILED' | 'stopped';

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/**
 * Runs steps in their order, side by side as far as `cores` allow. The first failure stops all others.
 * @returns whether all passed
 */
export async function runSteps(steps: readonly Step[], { cores = 2, log = console.log } = {}): Promise<boolean> {
  const stop = new AbortController();
  const states = new Map<string, State>(steps.map(({ name }) => [name, 'waiting']));
  const took = new Map<string, number>();
  const running = new Map<Step, Promise<void>>();
  const startedAt = performance.now();
  const is = (step: Step, state: State): boolean => states.get(step.name) === state;

  const start = async (step: Step): Promise<void> => {
    states.set(step.name, 'running');
    if (step.isShown) log(`\n${step.name} ...`);
    const stepStartedAt = performance.now();
    const { passed, output } = await step
      .run({ signal: stop.signal, isShown: step.isShown ?? false })
      .catch((error: unknown) => ({ passed: false, output: error instanceof Error ? error.message : String(error) }));
    took.set(step.name, performance.now() - stepStartedAt);
    const wasStopped = !passed && stop.signal.aborted;
    states.set(step.name, passed ? 'passed' : wasStopped ? 'stopped' : 'FAILED');
    if (passed || wasStopped) return;
    if (output !== '') log(`\n${output.trimEnd()}`);
    stop.abort();
  };

  const mayStart = (step: Step): boolean => {
    const busy = [...running.keys()].reduce((sum, one) => sum + one.cores, 0);
    return (
      is(step, 'waiting') &&
      busy + Math.min(step.cores, cores) <= cores &&
      (step.after ?? []).every((name) => states.get(name) === 'passed')
    );
  };

  for (;;) {
    for (let next; !stop.signal.aborted && (next = steps.find(mayStart));) {
      const step = next;
      running.set(
        step,
        start(step).finally(() => running.delete(step)),
      );
    }
    if (running.size === 0) break;
    await Promise.race(running.values());
  }

  const width = Math.max(...steps.map(({ name }) => name.length));
  log('');
  for (const { name } of steps) {
    const time = took.get(name);
    const state = states.get(name) === 'waiting' ? 'not run' : states.get(name);
    log(`${name.padEnd(width)}  ${(time === undefined ? '' : seconds(time)).padStart(8)}  ${state}`);
  }
  log(`${'all'.padEnd(width)}  ${seconds(performance.now() - startedAt).padStart(8)}`);
  return steps.every((step) => is(step, 'passed'));
}
