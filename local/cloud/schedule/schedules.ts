import { randomUUID } from 'node:crypto';
import type { LocalClock } from '#emulators/platform';
import type { StateFile } from '../state/state-file';
import { parseExpression } from './expression';
import type { Schedule } from '../deployed/deployed';

interface SchedulesOptions {
  clock: LocalClock;
  state: StateFile;
  invoke: (functionArn: string, event: unknown) => Promise<unknown>;
  /** The region and account in which the schedules run. */
  scope: () => { region: string; account: string };
  /** Called for a run that failed. */
  log: (line: string) => void;
}

/**
 * Runs the templates' schedules by the local clock. If several runs were missed, by a stop or a jump of the clock, it
 * runs once.
 */
export class Schedules {
  #schedules: Schedule[] = [];
  readonly #running = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: SchedulesOptions) {}

  /** Sets the schedules from now on. A new one counts from now. */
  async use(schedules: readonly Schedule[]): Promise<void> {
    this.#schedules = [...schedules];
    const { state, clock } = this.options;
    const fresh = schedules.filter(({ name }) => state.current.schedules[name] === undefined);
    if (fresh.length > 0)
      await state.change((current) => fresh.forEach(({ name }) => void (current.schedules[name] = clock.now())));
  }

  /** Looks every second of real time for due schedules. */
  start(): void {
    this.#timer ??= setInterval(() => void this.runDue(), 1000).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await Promise.all(this.#running.values());
  }

  /**
   * Runs due schedules at the same time; resolves when all are done, also those started before. A failed run is logged
   * and waits for its next time.
   */
  async runDue(): Promise<void> {
    const { clock, state } = this.options;
    const now = clock.now();
    const due = this.#schedules.filter(({ name, expression, timeZone }) => {
      const last = state.current.schedules[name] ?? now;
      // The clock was set back (a reset during this): nothing is due before the time was reset.
      return now > last && parseExpression(expression, timeZone).isDue(last, now);
    });
    for (const schedule of due) void this.#runOnce(schedule, now);
    // Runs of the last look count too: a caller who advanced the clock waits for them.
    await Promise.all(this.#running.values());
  }

  /** The names that `/__local/schedule/<name>` knows. */
  get names(): string[] {
    return this.#schedules.map(({ name }) => name);
  }

  /**
   * Runs one now, with `more` in its event, and returns its function's result.
   * @throws the error of its function
   */
  async fire(name: string, more: object = {}): Promise<unknown> {
    const schedule = this.#schedules.find((one) => one.name === name);
    if (!schedule) throw new Error(`There is no schedule ${name}`);
    await this.#running.get(name);
    return this.#invoke(schedule, more);
  }

  #runOnce(schedule: Schedule, now: number): Promise<void> {
    const { name } = schedule;
    const running = this.#running.get(name);
    if (running) return running;
    const work = async (): Promise<void> => {
      await this.options.state.change((state) => void (state.schedules[name] = now));
      await this.#invoke(schedule).catch((error: unknown) =>
        this.options.log(`The schedule ${name} failed: ${error instanceof Error ? error.message : String(error)}`),
      );
    };
    const run = work().finally(() => this.#running.delete(name));
    this.#running.set(name, run);
    return run;
  }

  /** EventBridge's own event, for a schedule without input (EventBridge Scheduler User Guide, "Templated targets"). */
  #invoke({ name, functionArn }: Schedule, more: object = {}): Promise<unknown> {
    const { clock, invoke } = this.options;
    const { region, account } = this.options.scope();
    const event = {
      version: '0',
      id: randomUUID(),
      'detail-type': 'Scheduled Event',
      source: 'aws.scheduler',
      account,
      time: new Date(clock.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
      region,
      resources: [`arn:aws:scheduler:${region}:${account}:schedule/default/${name}`],
      detail: {},
      ...more,
    };
    return invoke(functionArn, event);
  }
}
