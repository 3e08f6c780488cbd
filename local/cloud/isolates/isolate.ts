/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { DeployedFunction } from '../deployed/deployed';
import { FunctionFailure } from './function-log';

type Reply =
  | { kind: 'ready' }
  | { kind: 'init-failed' | 'failed'; error: { errorType: string; errorMessage: string; trace: string[] } }
  | { kind: 'result'; result: string };

/** How long Lambda lets a function load (Lambda developer guide, "Init phase"). */
const initMs = 10_000;
const bootstrap = new URL('./bootstrap.mjs', import.meta.url);

interface IsolateOptions {
  target: DeployedFunction;
  /** The whole environment; this process's own variables are not visible inside. */
  environment: Record<string, string>;
  /** How far the local clock is ahead, in milliseconds; one Float64 shared by all isolates. */
  clockOffset: SharedArrayBuffer;
  /** Receives the function's output. */
  log: (text: string) => void;
}

/**
 * One running copy of a function, in a thread with an environment and a heap of its own. It runs one invocation at a
 * time.
 */
export class Isolate {
  readonly #worker: Worker;
  readonly #target: DeployedFunction;
  #waiting: ((reply: Reply | FunctionFailure) => void) | undefined;
  #end: FunctionFailure | undefined;
  #ready: Promise<void>;
  #invocations = 0;

  constructor(private readonly options: IsolateOptions) {
    const { target, environment, clockOffset, log } = options;
    this.#target = target;
    this.#worker = new Worker(bootstrap, {
      env: environment,
      execArgv: [],
      workerData: { folder: target.folder, handler: target.handler, clockOffset },
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: target.memoryMb },
    });
    this.#worker.stdout.setEncoding('utf8').on('data', log);
    this.#worker.stderr.setEncoding('utf8').on('data', log);
    this.#worker.on('message', (reply: Reply) => this.#settle(reply));
    this.#worker.on('error', (error) =>
      this.#ended(
        new FunctionFailure('crash', error instanceof Error ? (error.stack ?? error.message) : String(error)),
      ),
    );
    this.#worker.on('exit', (code) =>
      this.#ended(new FunctionFailure('crash', `The function's process ended (exit code ${code})`)),
    );
    this.#ready = this.#exchange(initMs, 'load').then((reply) => {
      if (reply.kind !== 'init-failed') return;
      void this.#worker.terminate();
      throw this.#ended(
        new FunctionFailure(
          'crash',
          `${reply.error.errorType}: ${reply.error.errorMessage}\n${reply.error.trace.join('\n')}`,
        ),
      );
    });
    this.#ready.catch(() => undefined);
  }

  /** Whether it has run before: an invocation of a new one is a cold start. */
  get isWarm(): boolean {
    return this.#invocations > 0;
  }

  /** Resolves when it can run, or never will. */
  get loaded(): Promise<void> {
    return this.#ready.catch(() => undefined);
  }

  get isOver(): boolean {
    return this.#end !== undefined;
  }

  /**
   * Runs the function with an event (JSON) and resolves to its result (JSON).
   * @throws FunctionFailure
   */
  async invoke(event: string): Promise<string> {
    this.#invocations += 1;
    await this.#ready;
    if (this.#end) throw this.#end;
    const { name, arn, memoryMb, timeoutMs } = this.#target;
    const context = {
      awsRequestId: randomUUID(),
      functionName: name,
      functionVersion: '$LATEST',
      invokedFunctionArn: arn,
      memoryLimitInMB: String(memoryMb),
      logGroupName: `/aws/lambda/${name}`,
      logStreamName: 'local',
    };
    const reply = this.#exchange(timeoutMs, 'respond');
    this.#worker.postMessage({ event, context, deadline: Date.now() + timeoutMs });
    const response = await reply;
    if (response.kind === 'result') return response.result;
    if (response.kind === 'failed')
      throw new FunctionFailure('error', `${response.error.errorType}: ${response.error.errorMessage}`);
    throw new FunctionFailure('crash', `The isolate returned ${response.kind}`);
  }

  async end(): Promise<void> {
    this.#end ??= new FunctionFailure('crash', 'The function was ended');
    await this.#worker.terminate();
  }

  #settle(reply: Reply | FunctionFailure): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.(reply);
  }

  #ended(failure: FunctionFailure): FunctionFailure {
    if (!this.#end) {
      this.#end = failure;
      this.options.log(`${failure.message}\n`);
    }
    this.#settle(this.#end);
    return this.#end;
  }

  #exchange(milliseconds: number, what: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#ended(
          new FunctionFailure('timeout', `Task timed out: it did not ${what} within ${milliseconds / 1000} seconds`),
        );
        void this.#worker.terminate();
      }, milliseconds);
      this.#waiting = (reply) => {
        clearTimeout(timer);
        if (reply instanceof FunctionFailure) reject(reply);
        else resolve(reply);
      };
      if (this.#end) this.#settle(this.#end);
    });
  }
}
