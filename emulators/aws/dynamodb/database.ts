import type { Change, Store } from 'dynalite/db/index.js';
import dynalite from 'dynalite/db/index.js';
import { mkdir } from 'node:fs/promises';
import { tableKey } from './keys';
import { StagedStore } from './staged-store';

/**
 * Reads the records of tables synchronously and keeps them in `records`: every operation begins with one, and asking
 * LevelDB's thread or decoding the record anew would take longer than the operation.
 */
function keepTables({ db, tableDb }: Store, records: Map<string, unknown>): void {
  tableDb.get = (name, callback) => {
    let record: unknown;
    try {
      record = records.get(name) ?? db.getSync(tableKey(name));
    } catch (error) {
      callback(error);
      return;
    }
    if (record !== undefined) records.set(name, record);
    callback(null, record);
  };
}

/** dynalite's database. Writers run one at a time, and all changes of a writer are one batch. */
export class Database {
  #writing: Promise<unknown> = Promise.resolve();
  readonly #afterWrite: ((changes: Change[]) => void)[] = [];
  readonly #beforeWrite: ((changes: Change[]) => Promise<Change[]>)[] = [];

  /** The records of tables by name, until one changes. */
  readonly #tables = new Map<string, unknown>();

  private constructor(readonly store: Store) {
    keepTables(store, this.#tables);
  }

  /** Opens the folder, or a database in memory. Throws if another process has the folder open (LevelDB's own lock). */
  static async open(folder: string | undefined): Promise<Database> {
    if (folder !== undefined) await mkdir(folder, { recursive: true });
    const store = dynalite.create({
      ...(folder !== undefined && { path: folder }),
      createTableMs: 0,
      deleteTableMs: 0,
    });
    try {
      await store.db.open();
    } catch (error) {
      if ((error as { cause?: { code?: string } }).cause?.code !== 'LEVEL_LOCKED') throw error;
      throw new Error(
        `The DynamoDB data in ${folder} is in use by another process. Stop that one first, or name another folder.`,
        { cause: error },
      );
    }
    return new Database(store);
  }

  /** `listener` is called with every batch after it was written. */
  afterWrite(listener: (changes: Change[]) => void): void {
    this.#afterWrite.push(listener);
  }

  /** `listener` is called with every batch before it is written; the changes that it returns are written with it. */
  beforeWrite(listener: (changes: Change[]) => Promise<Change[]>): void {
    this.#beforeWrite.push(listener);
  }

  /** A view for reading; writes to it are discarded. */
  view(): StagedStore {
    return new StagedStore(this.store);
  }

  /**
   * Runs `change` when all earlier writers have finished, then writes what it staged. If `change` throws, nothing is
   * written.
   */
  write<T>(change: (stage: StagedStore) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const stage = this.view();
      try {
        const response = await change(stage);
        const changes = stage.seal();
        const added = (await Promise.all(this.#beforeWrite.map((listener) => listener(changes)))).flat();
        if (changes.length > 0) await this.store.db.batch([...changes, ...added]);
        for (const listener of this.#afterWrite) listener(changes);
        return response;
      } finally {
        // Even a change that failed may have written into a kept record.
        if (stage.changesTables()) this.#tables.clear();
      }
    });
  }

  /** Removes all but what is `kept`. */
  clear(kept: Change[]): Promise<void> {
    return this.#inTurn(async () => {
      await this.store.db.clear();
      await this.store.db.batch(kept);
      this.#tables.clear();
    });
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.store.db.close();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#writing.then(work);
    this.#writing = turn.catch(() => {});
    return turn;
  }
}
