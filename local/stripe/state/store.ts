import { Journal } from '../../journal';
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
  readonly #tables = new Map<Kind, Map<string, { id: string }>>();
  #undo: Undo[] = [];
  #journal!: Journal<Entry>;
  /** Grows with every change. */
  version = 0;

  private constructor() {}

  static async open(path: string | undefined): Promise<Store> {
    const store = new Store();
    const apply = (entry: Entry): void => {
      for (const [kind, thing] of entry.put) store.#table(kind).set(thing.id, thing);
      for (const [kind, id] of entry.drop) store.#table(kind).delete(id);
    };
    store.#journal = await Journal.open<Entry>(path, apply, () => store.#entries());
    return store;
  }

  #entries(): Entry[] {
    return [...this.#tables].flatMap(([kind, table]) =>
      [...table.values()].map((thing): Entry => ({ put: [[kind, thing]], drop: [] })),
    );
  }

  #table(kind: Kind): Map<string, { id: string }> {
    let table = this.#tables.get(kind);
    if (!table) this.#tables.set(kind, (table = new Map()));
    return table;
  }

  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.#table(kind).get(id) as Kinds[K] | undefined;
  }

  /** In order of creation. */
  all<K extends Kind>(kind: K): Kinds[K][] {
    return [...this.#table(kind).values()] as Kinds[K][];
  }

  put<K extends Kind>(kind: K, thing: Kinds[K]): Kinds[K] {
    const table = this.#table(kind);
    this.#undo.push({ kind, id: thing.id, before: table.get(thing.id) });
    table.set(thing.id, thing);
    this.version += 1;
    return thing;
  }

  drop(kind: Kind, id: string): void {
    const table = this.#table(kind);
    const before = table.get(id);
    if (!before) return;
    this.#undo.push({ kind, id, before });
    table.delete(id);
    this.version += 1;
  }

  /** Runs a change and undoes it; returns the change's result. */
  tryOut<T>(change: () => T): T {
    const mark = this.#undo.length;
    try {
      return change();
    } finally {
      this.#rollBackTo(mark);
    }
  }

  /** Undoes everything since the last commit. */
  rollBack(): void {
    this.#rollBackTo(0);
  }

  #rollBackTo(mark: number): void {
    while (this.#undo.length > mark) {
      const { kind, id, before } = this.#undo.pop() as Undo;
      if (before) this.#table(kind).set(id, before);
      else this.#table(kind).delete(id);
      this.version += 1;
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
      if (thing) entry.put.push([kind, thing]);
      else entry.drop.push([kind, id]);
    }
    return this.#journal.append(entry);
  }

  async clear(): Promise<void> {
    this.#tables.clear();
    this.#undo = [];
    this.version += 1;
    await this.#journal.rewrite([]);
  }

  close(): Promise<void> {
    return this.#journal.close();
  }
}
