import type { Attributes, Change } from 'dynalite/db/index.js';
import type { LocalClock } from '../../platform/index';
import type { Database } from './database';
import { itemPrefix, keysUnder, tableOfItem } from './keys';
import type { StagedStore } from './staged-store';
import type { AllTableSettings } from './table-settings';

/** Days that a table can be restored for (DynamoDB developer guide, "Point-in-time recovery: How it works"). */
export const recoveryDays = 35;

const prefix = 'past~';
const stamp = (ms: number): string => String(ms).padStart(15, '0');

interface PastItem {
  key: string;
  /** The item before the change; null if there was none. */
  before: Attributes | null;
}

/**
 * What the items of tables with point-in-time recovery were before each change of the last 35 days, so that a table's
 * state at a time is its present one with the later changes undone.
 */
export class PastItems {
  #changes = 0;
  /** Nothing kept is older (unix milliseconds), so that a sweep reads only when something may be too old. */
  #oldest = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly settings: AllTableSettings,
    private readonly clock: LocalClock,
  ) {
    database.beforeWrite((changes) => this.#note(changes));
  }

  /** The items of a table at a time, in unix milliseconds, with the changes of that very millisecond. */
  async at(table: string, time: number): Promise<Attributes[]> {
    const { db } = this.database.store;
    const items = new Map<string, Attributes | null>();
    for await (const [key, value] of db.iterator(keysUnder(itemPrefix(table)))) items.set(key, value as Attributes);
    const undone = new Set<string>();
    const past = `${prefix}${table}~`;
    const later = { ...keysUnder(past), gte: `${past}${stamp(time + 1)}` };
    for await (const [, value] of db.iterator(later)) {
      const { key, before } = value as PastItem;
      if (!undone.has(key)) items.set(key, before);
      undone.add(key);
    }
    return [...items.values()].filter((item) => item !== null);
  }

  /** Forgets the past of a table as part of a change. */
  async forget(stage: StagedStore, table: string): Promise<void> {
    for await (const [key] of this.database.store.db.iterator(keysUnder(`${prefix}${table}~`))) stage.remove(key);
  }

  /** Forgets what is older than a table can be restored for. */
  async forgetOld(): Promise<void> {
    const now = this.clock.now();
    const limit = now - recoveryDays * 86_400_000;
    if (this.#oldest >= limit) return;
    const old: string[] = [];
    this.#oldest = now;
    for await (const [key] of this.database.store.db.iterator(keysUnder(prefix))) {
      const time = Number(key.split('~')[2]);
      if (time < limit) old.push(key);
      else this.#oldest = Math.min(this.#oldest, time);
    }
    if (old.length > 0) await this.database.write(async (stage) => old.forEach((key) => stage.remove(key)));
  }

  async #note(changes: Change[]): Promise<Change[]> {
    const noted: Change[] = [];
    const now = this.clock.now();
    for (const { key } of changes) {
      const table = tableOfItem(key);
      if (table === undefined || !this.settings.of(table).pointInTimeRecovery) continue;
      const before = ((await this.database.store.db.get(key)) as Attributes | undefined) ?? null;
      this.#changes += 1;
      this.#oldest = Math.min(this.#oldest, now);
      const order = `${String(this.#changes).padStart(12, '0')}~${process.hrtime.bigint()}`;
      noted.push({ type: 'put', key: `${prefix}${table}~${stamp(now)}~${order}`, value: { key, before } });
    }
    return noted;
  }
}
