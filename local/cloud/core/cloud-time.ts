import { MovableClock } from '#emulators/platform';
import type { StateFile } from '../state/state-file';

/** The local clock: kept over restarts, and shared with the threads of functions. */
export class CloudTime {
  readonly clock: MovableClock;
  /** How far the clock is ahead of real time, in milliseconds; functions read it here. */
  readonly sharedOffset = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);

  constructor(private readonly state: StateFile) {
    this.clock = new MovableClock(state.current.clockOffset);
    this.#share();
  }

  async advance(milliseconds: number): Promise<void> {
    this.clock.advance(milliseconds);
    this.#share();
    await this.state.change((state) => void (state.clockOffset = this.clock.offset));
  }

  /** Back to real time. */
  reset(): void {
    this.clock.reset();
    this.#share();
  }

  /** Local time, ISO 8601, and how far it is ahead of real time, in milliseconds. */
  read(): { now: string; offset: number } {
    return { now: new Date(this.clock.now()).toISOString(), offset: this.clock.offset };
  }

  #share(): void {
    new Float64Array(this.sharedOffset)[0] = this.clock.offset;
  }
}
