import type { DeliveryStep } from '../../adapters/devices-table/deliveries';
import type { Failure } from './plan-next-try';

/** After so many outages in a row a service counts as down. */
const enough = 3;

/** Stops a run from sending more requests to a service that is down. */
export class OutageGuard {
  readonly #failed: Record<DeliveryStep, number> = { record: 0, message: 0 };

  lets(step: DeliveryStep): boolean {
    return this.#failed[step] < enough;
  }

  note(step: DeliveryStep, outcome: 'done' | Failure): void {
    this.#failed[step] = outcome === 'passing' || outcome === 'misconfigured' ? this.#failed[step] + 1 : 0;
  }
}
