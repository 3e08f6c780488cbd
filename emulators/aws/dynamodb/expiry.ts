import type { Attributes, Change } from 'dynalite/db/index.js';
import type { LocalClock } from '../../platform/index';
import type { Database } from './database';
import { itemPrefix, keysUnder, tableKey, tableOfItem } from './keys';
import { operations } from './operations';
import type { AllTableSettings } from './table-settings';
import { existing } from './table-settings';
import { isTokenPast, tokenPrefix } from './transact-write-items';

/**
 * Items expired longer ago than this are never removed
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/howitworks-ttl.html).
 */
const fiveYears = 5 * 365 * 86_400;

/** Remembers when each item of a table with TTL expires, so that a sweep does not read the tables. */
export class Expiry {
  /** Unix seconds by key in the database. */
  readonly #times = new Map<string, number>();

  private constructor(
    private readonly database: Database,
    private readonly settings: AllTableSettings,
    private readonly clock: LocalClock,
  ) {}

  static async load(database: Database, settings: AllTableSettings, clock: LocalClock): Promise<Expiry> {
    const expiry = new Expiry(database, settings, clock);
    for await (const [key] of database.store.db.iterator(keysUnder(tableKey(''))))
      await expiry.watch(key.slice(tableKey('').length));
    database.afterWrite((changes) => changes.forEach((change) => expiry.#note(change)));
    return expiry;
  }

  /** Reads a table whose TTL setting has changed. */
  async watch(table: string): Promise<void> {
    const prefix = itemPrefix(table);
    for (const key of this.#times.keys()) if (key.startsWith(prefix)) this.#times.delete(key);
    if (this.settings.of(table).timeToLiveAttribute === undefined) return;
    for await (const [key, value] of this.database.store.db.iterator(keysUnder(prefix)))
      this.#note({ type: 'put', key, value });
  }

  forgetAll(): void {
    this.#times.clear();
  }

  /** Removes expired items with their index entries, and request tokens that have run out. */
  async sweep(): Promise<void> {
    const now = Math.floor(this.clock.now() / 1000);
    for (const [key, time] of this.#times) if (this.#isPast(time, now)) await this.#remove(key, now);
    await this.database.write(async (stage) => {
      for await (const [key, token] of this.database.store.db.iterator(keysUnder(tokenPrefix)))
        if (isTokenPast((token as { at: number }).at, this.clock.now())) stage.remove(key);
    });
  }

  #isPast = (time: number, now: number): boolean => time < now && time > now - fiveYears;

  #remove(key: string, now: number): Promise<void> {
    return this.database.write(async (stage) => {
      const table = tableOfItem(key) ?? '';
      const item = (await stage.read(key)) as Attributes | undefined;
      const time = item && timeOf(item, this.settings.of(table).timeToLiveAttribute);
      if (!item || time === undefined || !this.#isPast(time, now)) return;
      const { KeySchema } = await existing(this.database, table);
      await stage.run(operations.DeleteItem.action, {
        TableName: table,
        Key: Object.fromEntries(KeySchema.map(({ AttributeName }) => [AttributeName, item[AttributeName]])),
      });
    });
  }

  #note(change: Change): void {
    const table = tableOfItem(change.key);
    if (table === undefined) return;
    const time =
      change.type === 'put'
        ? timeOf(change.value as Attributes, this.settings.of(table).timeToLiveAttribute)
        : undefined;
    if (time === undefined) this.#times.delete(change.key);
    else this.#times.set(change.key, time);
  }
}

/** TTL reads numbers only; an item whose attribute has another type stays. */
function timeOf(item: Attributes, attribute: string | undefined): number | undefined {
  const value = attribute === undefined ? undefined : item[attribute]?.['N'];
  return value === undefined ? undefined : Number(value);
}
