/** Records of one kind, found by id or by further keys; every change is written before its promise resolves. */
export class Collection<T> {
  readonly #records = new Map<string, T>();
  readonly #idsByKey = new Map<string, Set<string>>();

  /** @param keysOf further keys under which a record is found; several records may share one. */
  constructor(
    private readonly keysOf: (record: T) => string[],
    private readonly write: (id: string, record: T | undefined) => Promise<void>,
  ) {}

  get(id: string): T | undefined {
    return this.#records.get(id);
  }

  values(): IterableIterator<T> {
    return this.#records.values();
  }

  entries(): IterableIterator<[string, T]> {
    return this.#records.entries();
  }

  find(key: string): T[] {
    return [...(this.#idsByKey.get(key) ?? [])].flatMap((id) => this.#records.get(id) ?? []);
  }

  put(id: string, record: T): Promise<void> {
    this.load(id, record);
    return this.write(id, record);
  }

  /**
   * Changes a record in place, at once. Does nothing if it was removed, so that a late writer does not bring it back.
   */
  change(id: string, apply: (record: T) => void): Promise<void> {
    const record = this.#records.get(id);
    if (record === undefined) return Promise.resolve();
    this.#unindex(id, record);
    apply(record);
    this.#index(id, record);
    return this.write(id, record);
  }

  remove(id: string): Promise<void> {
    this.load(id, undefined);
    return this.write(id, undefined);
  }

  /** Sets or removes a record without writing it, because it was read from the journal. */
  load(id: string, record: T | undefined): void {
    const before = this.#records.get(id);
    if (before !== undefined) this.#unindex(id, before);
    if (record === undefined) {
      this.#records.delete(id);
      return;
    }
    this.#records.set(id, record);
    this.#index(id, record);
  }

  clear(): void {
    this.#records.clear();
    this.#idsByKey.clear();
  }

  #index(id: string, record: T): void {
    for (const key of this.keysOf(record)) {
      const ids = this.#idsByKey.get(key) ?? new Set();
      this.#idsByKey.set(key, ids.add(id));
    }
  }

  #unindex(id: string, record: T): void {
    for (const key of this.keysOf(record)) {
      const ids = this.#idsByKey.get(key);
      ids?.delete(id);
      if (ids?.size === 0) this.#idsByKey.delete(key);
    }
  }
}
