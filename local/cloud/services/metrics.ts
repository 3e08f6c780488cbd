import type { ServiceName } from '../../services/services';

interface FunctionMetrics {
  cold: number;
  warm: number;
  p50Ms: number;
  p99Ms: number;
}

/** How many durations of a function are kept: enough for its 99th percentile. */
const keptDurations = 10_000;

function percentile(sorted: readonly number[], share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return Math.round(value * 10) / 10;
}

/** The parts of an event and a result that say what a run was for, and how it ended. */
interface Run {
  event: { Records?: readonly { messageId: string; body: string }[] };
  result: { statusCode?: number; batchItemFailures?: readonly { itemIdentifier: string }[] } | null;
}

/** How often functions ran and how long they took, by their name in the stage. */
export class LambdaMetrics {
  readonly #functions = new Map<string, { cold: number; warm: number; durations: number[] }>();
  readonly #succeeded = new Set<string>();

  count(name: string, cold: boolean, milliseconds: number): void {
    const entry = this.#functions.get(name) ?? { cold: 0, warm: 0, durations: [] };
    entry[cold ? 'cold' : 'warm'] += 1;
    entry.durations.push(milliseconds);
    if (entry.durations.length > keptDurations) entry.durations.shift();
    this.#functions.set(name, entry);
  }

  /**
   * Notes what succeeded: a function that no queue started by its name, unless it responded with another status than
   * 2xx, and a message of a queue by the `kind` of its body. It is kept for good.
   */
  succeed(name: string, { event, result }: Run): void {
    if ((result?.statusCode ?? 200) >= 300) return;
    const failed = new Set(result?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier));
    for (const { messageId, body } of event.Records ?? [])
      if (!failed.has(messageId)) this.#succeeded.add(`${name} ${/"kind":"([^"]+)"/.exec(body)?.[1] ?? 'message'}`);
    if (!event.Records) this.#succeeded.add(name);
  }

  readSucceeded(nameOf: (physical: string) => string): string[] {
    return [...this.#succeeded].map(nameOf).toSorted();
  }

  /** By call name: `nameOf` strips the stage from a physical name. */
  read(nameOf: (physical: string) => string): Record<string, FunctionMetrics> {
    const entries = [...this.#functions].map(([name, { cold, warm, durations }]) => {
      const sorted = durations.toSorted((a, b) => a - b);
      return [nameOf(name), { cold, warm, p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) }] as const;
    });
    return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  clear(): void {
    this.#functions.clear();
  }
}

/** How often each operation of each service was requested. */
export class UpstreamMetrics {
  readonly #services = new Map<ServiceName, Map<string, number>>();

  count(service: ServiceName, operation: string): void {
    const operations = this.#services.get(service) ?? new Map<string, number>();
    operations.set(operation, (operations.get(operation) ?? 0) + 1);
    this.#services.set(service, operations);
  }

  read(): Partial<Record<ServiceName, Record<string, number>>> {
    return Object.fromEntries(
      [...this.#services].map(([service, operations]) => [service, Object.fromEntries(operations)]),
    );
  }

  clear(): void {
    this.#services.clear();
  }
}
