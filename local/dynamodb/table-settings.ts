import type { Change, TableRecord } from 'dynalite/db/index.js';
import type { Input } from './check-input';
import type { Database } from './database';
import { ServiceError, validationError } from './errors';

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
    for await (const [key, value] of database.store.db.iterator({ gte: prefix, lt: `${prefix}\uffff` }))
      settings.#note({ type: 'put', key, value });
    database.onChange((changes) => changes.forEach((change) => settings.#note(change)));
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

export const missing = (member: string): ServiceError =>
  validationError(
    `1 validation error detected: Value null at '${member}' failed to satisfy constraint: Member must not be null`,
  );

/** UpdateTimeToLive; the attribute holds unix seconds. */
export async function updateTimeToLive(database: Database, settings: AllTableSettings, input: Input): Promise<Input> {
  const table = String(input['TableName']);
  const wish = input['TimeToLiveSpecification'] as { AttributeName?: string; Enabled?: boolean } | undefined;
  const attribute = wish?.AttributeName;
  if (!attribute || typeof wish?.Enabled !== 'boolean') {
    throw missing('timeToLiveSpecification');
  }
  return database.write(async (stage) => {
    await existing(database, table);
    const { timeToLiveAttribute, ...others } = settings.of(table);
    if (wish.Enabled && timeToLiveAttribute === attribute) throw validationError('TimeToLive is already enabled');
    if (!wish.Enabled && timeToLiveAttribute === undefined) throw validationError('TimeToLive is already disabled');
    if (timeToLiveAttribute !== undefined && timeToLiveAttribute !== attribute) {
      throw validationError(
        `TimeToLive is active on a different AttributeName: current AttributeName is ${timeToLiveAttribute}`,
      );
    }
    stage.set(settingsKey(table), { ...others, ...(wish.Enabled && { timeToLiveAttribute: attribute }) });
    return { TimeToLiveSpecification: { AttributeName: attribute, Enabled: wish.Enabled } };
  });
}

export async function describeTimeToLive(database: Database, settings: AllTableSettings, input: Input): Promise<Input> {
  const table = String(input['TableName']);
  await existing(database, table);
  const attribute = settings.of(table).timeToLiveAttribute;
  return {
    TimeToLiveDescription: attribute
      ? { TimeToLiveStatus: 'ENABLED', AttributeName: attribute }
      : { TimeToLiveStatus: 'DISABLED' },
  };
}

/** A table's record in the database; throws ResourceNotFoundException if there is none. */
export async function existing(
  database: Database,
  table: string,
  errorName = 'ResourceNotFoundException',
): Promise<TableRecord> {
  const record = (await database.store.db.get(`table~${table}`)) as TableRecord | undefined;
  if (record) return record;
  const message =
    errorName === 'TableNotFoundException'
      ? `Table not found: ${table}`
      : `Requested resource not found: Table: ${table} not found`;
  throw new ServiceError(errorName, message);
}
