import type { Change, Store } from 'dynalite/db/index.js';
import dynalite from 'dynalite/db/index.js';
import { mkdir } from 'node:fs/promises';
import { StagedStore } from './staged-store';

/**
 * Every operation reads its table's record first. A small record is read sooner than another thread is asked for it.
 */
function readAtOnce({ db, tableDb }: Store): void {
  tableDb.get = (name, callback) => {
    let record: unknown;
    try {
      record = db.getSync(`table~${name}`);
    } catch (error) {
      callback(error);
      return;
    }
    callback(null, record);
  };
}

/** dynalite's database. Writers run one at a time, and all changes of a writer are one batch. */
export class Database {
  #writing: Promise<unknown> = Promise.resolve();
  readonly #listeners: ((changes: Change[]) => void)[] = [];
  readonly #witnesses: ((changes: Change[]) => Promise<Change[]>)[] = [];

  private constructor(readonly store: Store) {}

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
    readAtOnce(store);
    return new Database(store);
  }

  /** Called with every batch after it was written. */
  onChange(listener: (changes: Change[]) => void): void {
    this.#listeners.push(listener);
  }

  /** Called with every batch before it is written; what it returns is written with it. */
  beforeChange(witness: (changes: Change[]) => Promise<Change[]>): void {
    this.#witnesses.push(witness);
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
    return this.#alone(async () => {
      const stage = this.view();
      const answer = await change(stage);
      const changes = stage.seal();
      const noted = (await Promise.all(this.#witnesses.map((witness) => witness(changes)))).flat();
      if (changes.length > 0) await this.store.db.batch([...changes, ...noted]);
      for (const listener of this.#listeners) listener(changes);
      return answer;
    });
  }

  clear(): Promise<void> {
    return this.#alone(() => this.store.db.clear());
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.store.db.close();
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#writing.then(work);
    this.#writing = turn.catch(() => {});
    return turn;
  }
}
