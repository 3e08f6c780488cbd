import type { Change, TableRecord } from 'dynalite/db/index.js';
import type { Database } from './database';
import { ServiceError } from './errors';
import { keysUnder, tableKey } from './keys';

/** Settings of a table that dynalite does not keep. */
interface TableSettings {
  timeToLiveAttribute?: string;
  pointInTimeRecovery?: boolean;
  /** Unix seconds at which point-in-time recovery was switched on. */
  recoverableSince?: number;
  deletionProtection?: boolean;
}

const prefix = 'front~settings~';
export const settingsKey = (table: string): string => `${prefix}${table}`;

/** Settings of all tables; memory mirrors the database. */
export class AllTableSettings {
  readonly #byTable = new Map<string, TableSettings>();

  static async load(database: Database): Promise<AllTableSettings> {
    const settings = new AllTableSettings();
    for await (const [key, value] of database.store.db.iterator(keysUnder(prefix)))
      settings.#note({ type: 'put', key, value });
    database.afterWrite((changes) => changes.forEach((change) => settings.#note(change)));
    return settings;
  }

  of(table: string): TableSettings {
    return this.#byTable.get(table) ?? {};
  }

  forgetAll(): void {
    this.#byTable.clear();
  }

  #note(change: Change): void {
    if (!change.key.startsWith(prefix)) return;
    const table = change.key.slice(prefix.length);
    if (change.type === 'put') this.#byTable.set(table, change.value as TableSettings);
    else this.#byTable.delete(table);
  }
}

/** A table's record in the database; throws ResourceNotFoundException if there is none. */
export async function existing(
  database: Database,
  table: string,
  errorName = 'ResourceNotFoundException',
): Promise<TableRecord> {
  const record = (await database.store.db.get(tableKey(table))) as TableRecord | undefined;
  if (record) return record;
  const message =
    errorName === 'TableNotFoundException'
      ? `Table not found: ${table}`
      : `Requested resource not found: Table: ${table} not found`;
  throw new ServiceError(errorName, message);
}
