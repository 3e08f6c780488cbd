import type { Attributes, Callback, Change, Part, Store, TableRecord } from 'dynalite/db/index.js';
import { copyJson, isTableKey, itemPrefix, keysUnder, refusalOfIndexKeys } from './keys';

type Action = (store: Store, data: Record<string, unknown>, callback: Callback) => void;

/**
 * The database that a dynalite action gets. Reads go to the real database; writes stay here until they are committed as
 * one batch. So an item and its indexes, or all items of a transaction, change together or not at all, even if the
 * process is killed, and a transaction whose condition fails is simply discarded. Writers run one after another (see
 * Database), so no further locks are needed.
 */
export class StagedStore implements Store {
  readonly options: Store['options'];
  readonly db: Store['db'];
  readonly tableDb: Store['tableDb'];
  /** New values by key in the whole database; undefined removes the key. */
  readonly #writes = new Map<string, unknown>();
  #sealed = false;
  #fail: (error: unknown) => void = () => {};

  constructor(private readonly real: Store) {
    this.options = real.options;
    this.db = real.db;
    this.tableDb = {
      ...this.#part('table'),
      awsAccountId: real.tableDb.awsAccountId,
      awsRegion: real.tableDb.awsRegion,
    };
  }

  /** Runs an action. Rejects with the action's refusal, or with an error thrown in one of its callbacks. */
  run(action: Action, data: Record<string, unknown>): Promise<Record<string, unknown> | ''> {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      this.#guard(() =>
        action(this, data, (error, response) =>
          error ? reject(error) : resolve((response ?? '') as Record<string, unknown> | ''),
        ),
      );
    });
  }

  async read(key: string): Promise<unknown> {
    return this.#writes.has(key) ? copyJson(this.#writes.get(key)) : this.db.getSync(key);
  }

  set(key: string, value: unknown): void {
    // dynalite finishes creating and deleting tables by a timer after its response; the emulator has done it already.
    if (!this.#sealed) this.#writes.set(key, copyJson(value));
  }

  remove(key: string): void {
    this.set(key, undefined);
  }

  /** Whether a table's own record is among the changes. */
  changesTables(): boolean {
    return Array.from(this.#writes.keys()).some(isTableKey);
  }

  /** Ends the stage and returns its changes. */
  seal(): Change[] {
    this.#sealed = true;
    return Array.from(this.#writes, ([key, value]) =>
      value === undefined ? { type: 'del', key } : { type: 'put', key, value },
    );
  }

  getItemDb(table: string): Part {
    const part = this.#part(`item-${table}`);
    return {
      ...part,
      put: (key, item, callback) =>
        this.getTable(table, false, (error, record) => {
          const refusal = error ?? (record && refusalOfIndexKeys(item as Attributes, record));
          if (refusal) callback(refusal);
          else part.put(key, item, callback);
        }),
    };
  }

  getIndexDb(type: string, table: string, index: string): Part {
    return this.#part(`index-${type.toLowerCase()}~${table}~${index}`);
  }

  deleteItemDb(table: string, callback: Callback): void {
    this.#removeAll(itemPrefix(table), callback);
  }

  deleteIndexDb(type: string, table: string, index: string, callback: Callback): void {
    this.#removeAll(`index-${type.toLowerCase()}~${table}~${index}~`, callback);
  }

  deleteTagDb(table: string, callback: Callback): void {
    this.#removeAll(`tag-${table}~`, callback);
  }

  getTable(name: string, checkStatus: boolean | Callback<TableRecord>, callback?: Callback<TableRecord>): void {
    const done = typeof checkStatus === 'function' ? checkStatus : callback;
    // dynalite takes a missing checkStatus almost for true, so the callback in its place must stay the second argument.
    const guarded: Callback<TableRecord> = (error, table) => this.#guard(() => done?.(error, table));
    if (typeof checkStatus === 'function') this.real.getTable(name, guarded);
    else this.real.getTable(name, checkStatus, guarded);
  }

  #part(name: string): Part {
    const at = (key: string) => `${name}~${key}`;
    const respond = (callback: Callback) => this.#guard(() => callback());
    return {
      get: (key, callback) => void this.#settle(this.read(at(key)), callback),
      put: (key, value, callback) => {
        this.set(at(key), value);
        respond(callback);
      },
      del: (key, callback) => {
        this.remove(at(key));
        respond(callback);
      },
      batch: (changes, callback) => {
        for (const change of changes) this.set(at(change.key), change.type === 'put' ? change.value : undefined);
        respond(callback);
      },
      lock: (_key, critical) => critical((callback) => callback),
    };
  }

  #removeAll(prefix: string, callback: Callback): void {
    const remove = async () => {
      for await (const [key] of this.db.iterator(keysUnder(prefix))) this.remove(key);
    };
    void this.#settle(remove(), callback);
  }

  async #settle(work: Promise<unknown>, callback: Callback): Promise<void> {
    let value: unknown;
    try {
      value = await work;
    } catch (error) {
      this.#guard(() => callback(error));
      return;
    }
    this.#guard(() => callback(null, value));
  }

  /** An error thrown inside a callback would end the process; this makes it end only the request. */
  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#fail(error);
    }
  }
}
