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

/** How often functions ran and how long they took, by their name in the stage. */
export class LambdaMetrics {
  readonly #functions = new Map<string, { cold: number; warm: number; durations: number[] }>();

  count(name: string, cold: boolean, milliseconds: number): void {
    const entry = this.#functions.get(name) ?? { cold: 0, warm: 0, durations: [] };
    entry[cold ? 'cold' : 'warm'] += 1;
    entry.durations.push(milliseconds);
    if (entry.durations.length > keptDurations) entry.durations.shift();
    this.#functions.set(name, entry);
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
