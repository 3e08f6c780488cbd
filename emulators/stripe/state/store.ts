import { Journal } from '../../platform/index';
import type { Kind, Kinds } from './kinds';

/** One committed step with everything it wrote, so that a kill keeps all of it or nothing. */
interface Entry {
  put: [Kind, { id: string }][];
  drop: [Kind, string][];
}

type Undo = { kind: Kind; id: string; before: { id: string } | undefined };

/**
 * Stored things are never changed in place: a change stores a new object. So a failed step can be undone as a whole,
 * and a preview is a real change that is undone at its end.
 */
export class Store {
  /** What a step dropped leaves its place empty until the commit, so that undoing the step puts it back there. */
  readonly #tables = new Map<Kind, Map<string, { id: string } | undefined>>();
  /** The values of tables that have not changed since they were listed. */
  readonly #lists = new Map<Kind, { id: string }[]>();
  readonly #kept = new Map<Kind, Map<string, { id: string } | undefined>>();
  #undo: Undo[] = [];
  #journal!: Journal<Entry>;
  /** Another one after every change; after a change was tried out the same one again. */
  version = Symbol('version');

  private constructor() {}

  static async open(path: string | undefined): Promise<Store> {
    const store = new Store();
    const apply = (entry: Entry): void => {
      for (const [kind, thing] of entry.put) store.#changing(kind).set(thing.id, thing);
      for (const [kind, id] of entry.drop) store.#changing(kind).delete(id);
    };
    store.#journal = await Journal.open<Entry>(path, apply, () => store.#entries());
    return store;
  }

  #entries(): Entry[] {
    return [...this.#tables.keys()].flatMap((kind) =>
      this.all(kind).map((thing): Entry => ({ put: [[kind, thing]], drop: [] })),
    );
  }

  #table(kind: Kind): Map<string, { id: string } | undefined> {
    let table = this.#tables.get(kind);
    if (!table) this.#tables.set(kind, (table = new Map()));
    return table;
  }

  /** The table of a kind, to be changed. */
  #changing(kind: Kind): Map<string, { id: string } | undefined> {
    this.#lists.delete(kind);
    this.version = Symbol('version');
    return this.#table(kind);
  }

  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.#table(kind).get(id) as Kinds[K] | undefined;
  }

  /** In order of creation. */
  all<K extends Kind>(kind: K): readonly Kinds[K][] {
    let list = this.#lists.get(kind);
    if (!list) this.#lists.set(kind, (list = [...this.#table(kind).values()].filter((one) => one !== undefined)));
    return list as Kinds[K][];
  }

  put<K extends Kind>(kind: K, thing: Kinds[K]): Kinds[K] {
    const table = this.#changing(kind);
    this.#undo.push({ kind, id: thing.id, before: table.get(thing.id) });
    table.set(thing.id, thing);
    return thing;
  }

  drop(kind: Kind, id: string): void {
    const before = this.#table(kind).get(id);
    if (!before) return;
    this.#undo.push({ kind, id, before });
    this.#changing(kind).set(id, undefined);
  }

  /** Runs a change and undoes it; returns the change's result. */
  tryOut<T>(change: () => T): T {
    const mark = this.#undo.length;
    const { version } = this;
    try {
      return change();
    } finally {
      this.#rollBackTo(mark);
      this.version = version;
    }
  }

  /** Undoes everything since the last commit. */
  rollBack(): void {
    this.#rollBackTo(0);
  }

  #rollBackTo(mark: number): void {
    while (this.#undo.length > mark) {
      const { kind, id, before } = this.#undo.pop() as Undo;
      if (before) this.#changing(kind).set(id, before);
      else this.#changing(kind).delete(id);
    }
  }

  /** Resolves when no kill can lose the changes any more. The changes themselves take effect at once. */
  commit(): Promise<void> {
    const touched = new Map<string, [Kind, string]>();
    for (const { kind, id } of this.#undo) touched.set(`${kind}/${id}`, [kind, id]);
    this.#undo = [];
    if (touched.size === 0) return Promise.resolve();
    const entry: Entry = { put: [], drop: [] };
    for (const [kind, id] of touched.values()) {
      const thing = this.#table(kind).get(id);
      if (thing) {
        entry.put.push([kind, thing]);
      } else {
        this.#table(kind).delete(id);
        entry.drop.push([kind, id]);
      }
    }
    return this.#journal.append(entry);
  }

  /** Lets `clear` leave the things of these kinds as they are now. */
  keep(kinds: readonly Kind[]): void {
    for (const kind of kinds) this.#kept.set(kind, new Map(this.#table(kind)));
  }

  async clear(): Promise<void> {
    this.#tables.clear();
    for (const [kind, things] of this.#kept) this.#tables.set(kind, new Map(things));
    this.#lists.clear();
    this.#undo = [];
    this.version = Symbol('version');
    await this.#journal.rewrite(this.#entries());
  }

  close(): Promise<void> {
    return this.#journal.close();
  }
}
