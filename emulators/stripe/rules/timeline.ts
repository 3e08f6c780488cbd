import type { Account } from '../state/account';
import type { Store } from '../state/store';
import { nextDue } from './due';

/** More steps at once mean an endless loop. */
const mostSteps = 100_000;

/** What happens by itself as time passes: renewals, retries of payments, expiries. */
export class Timeline {
  /** The time of the next due thing, for a version of the store. */
  #planned: { version: symbol; at: number } | undefined;

  /** `seconds` is the time now, in unix seconds. */
  constructor(
    readonly account: Account,
    readonly store: Store,
    readonly seconds: () => number,
  ) {}

  /**
   * Carries out everything due, in order of time, each thing at its own moment; the account's time is now afterwards.
   * Resolves when the store has kept it.
   */
  catchUp(): Promise<void> {
    const { account, store, seconds } = this;
    let kept = Promise.resolve();
    for (let step = 0; step < mostSteps; step += 1) {
      if (this.#planned?.version === store.version && this.#planned.at > seconds()) break;
      const due = nextDue(account);
      this.#planned = { version: store.version, at: due?.at ?? Infinity };
      if (!due || due.at > seconds()) break;
      account.now = due.at;
      try {
        due.happen();
      } catch (error) {
        store.rollBack();
        throw error;
      }
      kept = store.commit();
    }
    account.now = seconds();
    return kept;
  }
}
