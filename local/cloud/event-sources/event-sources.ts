import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { deliverBatch } from '#emulators/aws';
import { credentialsOf } from '../access/access-control';
import type { Deployed, DeployedEventSource, DeployedFunction } from '../deployed/deployed';
import { nameInStage, allows } from '../deployed/statement';
import type { EmulatorOf } from '../../services/services';

interface EventSourcesOptions {
  /** Undefined where a real SQS replaces it: that is asked every second. */
  sqs: EmulatorOf<'sqs'> | undefined;
  /** Address of SQS. */
  url: string;
  /** Whether the functions have their own credentials; otherwise the caller's are used. */
  ownCredentials: boolean;
  now: () => number;
  invoke: (functionArn: string, event: unknown) => Promise<unknown>;
  /** Whether a batch is delivered twice (the fault `twice`). */
  isTwice: () => boolean;
  log: (line: string) => void;
}

interface Mapping extends DeployedEventSource {
  client: SQSClient;
  queueUrl: string;
  /** The queue's name. */
  queue: string;
  isReceiving: boolean;
  /** Until the next second: SQS failed, or a real one had nothing. */
  rests: boolean;
  runs: Set<Promise<void>>;
}

/** What the role of the function needs (Lambda developer guide, "Execution role permissions"). */
const needed = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];

const failureText = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure));

/**
 * Lambda's event source mappings: each receives from its queue with its function's rights as soon as a message can be
 * received, by the local clock, and runs the function.
 */
export class EventSources {
  #mappings: Mapping[] = [];
  #timer: NodeJS.Timeout | undefined;
  #unwatch: (() => void) | undefined;

  constructor(private readonly options: EventSourcesOptions) {}

  /**
   * Polls for these functions from now on.
   * @throws as Lambda refuses to make a mapping: the role lacks a permission, or a message would be visible again while
   *   its function still runs
   */
  async use(deployed: Deployed): Promise<void> {
    await this.stop();
    this.#mappings = await Promise.all(deployed.eventSources.map((source) => this.#open(source, deployed)));
    this.#timer = setInterval(() => {
      for (const mapping of this.#mappings) mapping.rests = false;
      this.#look();
    }, 1000).unref();
    this.#unwatch = this.options.sqs?.watch(() => this.#look());
    this.#look();
  }

  /** Receives nothing more; resolves when the running functions are done. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#unwatch?.();
    const stopped = this.#mappings;
    this.#mappings = [];
    await Promise.all(stopped.flatMap(({ runs }) => [...runs]));
    for (const { client } of stopped) client.destroy();
  }

  /** Resolves when every message that can be received has been, and no function runs; to whether any ran. */
  async settle(): Promise<boolean> {
    this.#look();
    const runs = this.#mappings.flatMap((mapping) => [...mapping.runs]);
    if (runs.length === 0) return false;
    await Promise.all(runs);
    await this.settle();
    return true;
  }

  async #open(source: DeployedEventSource, deployed: Deployed): Promise<Mapping> {
    const { queueArn, functionArn } = source;
    const target = deployed.functions.get(functionArn);
    const queueUrl = deployed.queues.get(queueArn);
    if (!target || queueUrl === undefined)
      throw new Error(`The event source mapping of ${queueArn} to ${functionArn} names something that does not exist`);
    const statements = deployed.statements.get(target.roleArn.split('/').at(-1) ?? '') ?? [];
    const missing = needed.find((action) => !allows(statements, `sqs:${action}`, queueArn));
    if (missing !== undefined)
      throw new Error(
        `${target.name}: The provided execution role does not have permissions to call ${missing} on ${queueArn}`,
      );
    const client = new SQSClient({
      region: deployed.region,
      endpoint: this.options.url,
      maxAttempts: 1,
      ...(this.options.ownCredentials && { credentials: credentialsOf(target.name) }),
    });
    await this.#checkVisibility(client, queueUrl, target);
    const queue = queueArn.split(':').at(-1) ?? '';
    return { ...source, client, queueUrl, queue, isReceiving: false, rests: false, runs: new Set() };
  }

  async #checkVisibility(client: SQSClient, QueueUrl: string, { name, timeoutMs }: DeployedFunction): Promise<void> {
    const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['VisibilityTimeout'] });
    const visibility = Number((await client.send(command)).Attributes?.VisibilityTimeout);
    if (visibility * 1000 < timeoutMs)
      throw new Error(
        `${name}: Queue visibility timeout: ${visibility} seconds is less than ` +
          `Function timeout: ${timeoutMs / 1000} seconds`,
      );
  }

  #look(): void {
    for (const mapping of this.#mappings) {
      if (mapping.isReceiving || mapping.rests || mapping.runs.size >= mapping.maximumConcurrency) continue;
      const { sqs, now } = this.options;
      const at = sqs ? sqs.nextAt(mapping.queue) : 0;
      if (at === undefined || at > now()) continue;
      const run = this.#deliver(mapping).finally(() => {
        mapping.runs.delete(run);
        this.#look();
      });
      mapping.runs.add(run);
    }
  }

  async #deliver(mapping: Mapping): Promise<void> {
    const { invoke, isTwice, log, sqs } = this.options;
    let isReceiving = (mapping.isReceiving = true);
    const received = (): void => {
      if (isReceiving) isReceiving = mapping.isReceiving = false;
    };
    try {
      const { received: count, failure } = await deliverBatch({
        ...mapping,
        invoke: async (event) => {
          received();
          this.#look();
          if (isTwice()) await invoke(mapping.functionArn, event);
          return invoke(mapping.functionArn, event);
        },
      });
      mapping.rests ||= count === 0 && !sqs;
      if (failure !== undefined)
        log(`A message of ${nameInStage(mapping.queue)} failed, and comes again: ${failureText(failure)}`);
    } catch (error) {
      mapping.rests = true;
      log(`${nameInStage(mapping.queue)} could not be received: ${failureText(error)}`);
    } finally {
      received();
    }
  }
}
