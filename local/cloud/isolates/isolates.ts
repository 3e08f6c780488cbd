import { totalmem } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { LambdaMetrics } from '../services/metrics';
import type { DeployedFunction } from '../deployed/deployed';
import { Isolate } from './isolate';
import type { FunctionLog } from './function-log';

export interface IsolatesOptions {
  clockOffset: SharedArrayBuffer;
  log: FunctionLog;
  metrics: LambdaMetrics;
  /** The most copies of one function; further invocations wait for one. @default 10 */
  maxOfOne?: number;
}

/**
 * A concurrent invocation waits until each copy has loaded, and then this long for each, before another one is started:
 * loading a copy takes a small machine longer than most calls take.
 */
const patienceMs = 50;

/**
 * Above so many copies of all functions, those idle longest end. A copy takes some 20 MB (2.2 GB for 110 in the
 * stories), and a tenth of memory is for them. Loading one again takes 0.3 s of processor time.
 */
const mostCopies = Math.max(40, Math.floor(totalmem() / 10 / 20e6));

/** So long a copy stays idle before it ends, in milliseconds. */
const idleMs = 5 * 60_000;

interface Pool {
  target: DeployedFunction;
  idle: { isolate: Isolate; since: number }[];
  busy: Set<Isolate>;
  queue: (() => void)[];
}

/**
 * Runs functions as Lambda does: one invocation at a time in each copy, another copy for a concurrent one, idle ones
 * ended.
 */
export class Isolates {
  readonly #pools = new Map<string, Pool>();
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly options: IsolatesOptions) {
    this.#timer = setInterval(() => this.#endIdle(Date.now() - idleMs), 30_000).unref();
  }

  /**
   * Sets the functions that can be invoked from now on, each with its whole environment. Copies of an earlier build
   * end, working ones when they are done.
   */
  async deploy(functions: Iterable<DeployedFunction>): Promise<void> {
    const old = [...this.#pools.values()];
    this.#pools.clear();
    for (const target of functions) this.#pools.set(target.arn, { target, idle: [], busy: new Set(), queue: [] });
    await Promise.all(old.flatMap((pool) => pool.idle.splice(0)).map(({ isolate }) => isolate.end()));
  }

  /**
   * Invokes a function by its ARN with an event; resolves to its result.
   * @throws FunctionFailure if the function threw, ended or took too long
   */
  async invoke(arn: string, event: unknown): Promise<unknown> {
    const pool = this.#poolOf(arn);
    const isolate = await this.#take(pool);
    const cold = !isolate.isWarm;
    const startedAt = performance.now();
    try {
      const result = JSON.parse(await isolate.invoke(JSON.stringify(event))) as unknown;
      this.options.metrics.succeed(pool.target.name, { event, result } as Parameters<LambdaMetrics['succeed']>[1]);
      return result;
    } finally {
      this.options.metrics.count(pool.target.name, cold, performance.now() - startedAt);
      this.#giveBack(pool, isolate);
    }
  }

  /** Loads a copy of a function that has none, so that its first invocation finds it; resolves when it has loaded. */
  async load(arn: string): Promise<void> {
    const pool = this.#poolOf(arn);
    if (pool.idle.length + pool.busy.size > 0) return;
    const isolate = this.#start(pool.target);
    pool.busy.add(isolate);
    await isolate.loaded;
    this.#giveBack(pool, isolate);
  }

  /** Ends every copy, also working ones. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    const all = [...this.#pools.values()].flatMap(({ idle, busy }) => [...idle.map(({ isolate }) => isolate), ...busy]);
    await Promise.all(all.map((isolate) => isolate.end()));
  }

  #poolOf(arn: string): Pool {
    const pool = this.#pools.get(arn);
    if (!pool) throw new Error(`There is no function ${arn} in the templates`);
    return pool;
  }

  async #take(pool: Pool): Promise<Isolate> {
    while (pool.idle.length === 0 && pool.busy.size > 0) {
      const copies = pool.busy.size;
      const isFull = copies >= (this.options.maxOfOne ?? 10);
      await this.#release(pool, isFull);
      // No copy became free, and no other invocation started one meanwhile.
      if (!isFull && pool.idle.length === 0 && pool.busy.size <= copies) break;
    }
    // Uses the copy that was used last, because it is the warmest, and the others may end.
    const isolate = pool.idle.pop()?.isolate ?? this.#start(pool.target);
    pool.busy.add(isolate);
    return isolate;
  }

  /** Resolves when a copy is given back, or unless `isFull`, when all have loaded and patience is over. */
  async #release(pool: Pool, isFull: boolean): Promise<void> {
    const copies = [...pool.busy];
    let wake = (): void => {};
    const givenBack = new Promise<void>((resolve) => void pool.queue.push((wake = resolve)));
    if (isFull) return givenBack;
    const loaded = Promise.all(copies.map((isolate) => isolate.loaded));
    await Promise.race([givenBack, loaded.then(() => wait(patienceMs * copies.length))]);
    pool.queue = pool.queue.filter((one) => one !== wake);
  }

  #start(target: DeployedFunction): Isolate {
    const { clockOffset, log } = this.options;
    const idle = [...this.#pools.values()].flatMap((pool) => pool.idle);
    if (idle.length >= mostCopies) this.#endIdle(idle.toSorted((a, b) => a.since - b.since)[0]?.since ?? 0);
    return new Isolate({
      target,
      environment: target.environment,
      clockOffset,
      log: (text) => log.write(target.name, text),
    });
  }

  #giveBack(pool: Pool, isolate: Isolate): void {
    pool.busy.delete(isolate);
    const isCurrent = this.#pools.get(pool.target.arn) === pool;
    if (isCurrent && !isolate.isOver) pool.idle.push({ isolate, since: Date.now() });
    else void isolate.end();
    pool.queue.shift()?.();
  }

  #endIdle(before: number): void {
    for (const pool of this.#pools.values()) {
      const [over, kept] = [
        pool.idle.filter(({ since }) => since <= before),
        pool.idle.filter(({ since }) => since > before),
      ];
      pool.idle = kept;
      for (const { isolate } of over) void isolate.end();
    }
  }
}
