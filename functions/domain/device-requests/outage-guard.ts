import type { DeliveryStep } from '../../adapters/devices-table/deliveries';

/** So many outages one after another are enough to know. */
const enough = 3;

/** Spares a service that is down for the rest of a run, so that a run over many requests costs it a few. */
export class OutageGuard {
  readonly #failed: Record<DeliveryStep, number> = { record: 0, notice: 0 };

  lets(step: DeliveryStep): boolean {
    return this.#failed[step] < enough;
  }

  note(step: DeliveryStep, outcome: 'done' | 'passing' | 'refused'): void {
    this.#failed[step] = outcome === 'passing' ? this.#failed[step] + 1 : 0;
  }
}
