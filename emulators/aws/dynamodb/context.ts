import type { LocalClock } from '../../platform/index';
import type { Input } from './check-input';
import type { Database } from './database';
import type { Expiry } from './expiry';
import type { PastItems } from './past-items';
import type { AllTableSettings } from './table-settings';

/** The state and the clock that operations work with. */
export interface Context {
  database: Database;
  settings: AllTableSettings;
  expiry: Expiry;
  past: PastItems;
  clock: LocalClock;
}

/** Carries out one operation; resolves to its response, empty for some. */
export type Handler = (context: Context, input: Input) => Promise<Input | ''>;
