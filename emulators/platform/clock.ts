/** The time that emulators, the schedule and the functions see. */
export interface LocalClock {
  /** Unix time in milliseconds. */
  now(): number;
}

/** A clock that can be moved on; it runs with real time between moves. */
export class MovableClock implements LocalClock {
  #offset: number;

  constructor(offset = 0) {
    this.#offset = offset;
  }

  now(): number {
    return Date.now() + this.#offset;
  }

  /** How far it stands ahead of real time, in milliseconds. */
  get offset(): number {
    return this.#offset;
  }

  advance(milliseconds: number): void {
    if (!(milliseconds >= 0)) throw new RangeError('A clock moves forward only');
    this.#offset += milliseconds;
  }

  /** Back to real time. */
  reset(): void {
    this.#offset = 0;
  }
}

/** A clock that stands still until it is moved; for tests. */
export class StillClock implements LocalClock {
  constructor(private time: number) {}

  now(): number {
    return this.time;
  }

  advance(milliseconds: number): void {
    this.time += milliseconds;
  }
}
