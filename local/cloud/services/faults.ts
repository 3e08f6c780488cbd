import type { ServiceName } from '../../services/services';

export const faultModes = ['down', 'slow', 'rate-limited', 'flaky', 'partial', 'twice', 'none'] as const;
export type FaultMode = (typeof faultModes)[number];

export interface Fault {
  service: ServiceName;
  mode: FaultMode;
  /** Delay of `slow`, in milliseconds. @default 3000 */
  ms?: number;
  /** The only operation that it is about, as `GET metrics` names it. @default all of the service */
  operation?: string;
  /** `flaky` fails every n-th request, by this number. @default 2 */
  every?: number;
}

/** What a fault does to one request. */
export type FaultEffect = 'pass' | 'hang-up' | 'throttled' | 'failed' | 'partial' | { delayMs: number };

/** The current faults of the services. */
export class Faults {
  readonly #faults = new Map<ServiceName, Fault & { requests: number }>();

  set(fault: Fault): void {
    if (fault.mode === 'none') this.#faults.delete(fault.service);
    else this.#faults.set(fault.service, { ...fault, requests: 0 });
  }

  clear(): void {
    this.#faults.clear();
  }

  list(): Fault[] {
    return [...this.#faults.values()].map(({ requests: _requests, ...fault }) => fault);
  }

  has(service: ServiceName, mode: FaultMode): boolean {
    return this.#faults.get(service)?.mode === mode;
  }

  /** Decides for the next request to a service. */
  next(service: ServiceName, operation: string): FaultEffect {
    const fault = this.#faults.get(service);
    if (!fault || (fault.operation ?? operation) !== operation) return 'pass';
    fault.requests += 1;
    switch (fault.mode) {
      case 'down':
        return 'hang-up';
      case 'slow':
        return { delayMs: fault.ms ?? 3000 };
      case 'rate-limited':
        return 'throttled';
      case 'flaky':
        return fault.requests % (fault.every ?? 2) === 0 ? 'failed' : 'pass';
      case 'partial':
        return 'partial';
      case 'twice': // The event source mapping's own: the service does nothing wrong.
      case 'none':
        return 'pass';
    }
  }
}
