import type { RecordApp, RecordField } from '#shared/model/record-system';
import type { LocalClock } from '../clock';
import { Journal } from '../journal';
import { appNotFound, KintoneError } from './errors';

/** A stored record. Times have Kintone's form, `2026-01-01T09:30:00Z`. */
export interface StoredRecord {
  id: number;
  revision: number;
  createdAt: string;
  updatedAt: string;
  /** By field code: text, number as text, options, or rows of a subtable. A field without a value is absent. */
  values: Record<string, unknown>;
}

export interface Change {
  app: string;
  id: number;
  /** Absent if the record was deleted. */
  record?: StoredRecord;
}

interface AppRecords {
  app: RecordApp;
  fields: Map<string, RecordField>;
  records: Map<number, StoredRecord>;
  /** An id is never given twice. */
  lastId: number;
}

/** All changes of one request, as one line of the journal, so that a killed process keeps all of them or none. */
interface Entry {
  changes?: Change[];
  lastIds?: Record<string, number>;
}

/** The records of all apps. */
export class RecordStore {
  readonly #apps: Map<string, AppRecords>;
  #journal: Journal<Entry> | undefined;

  private constructor(
    apps: Record<string, RecordApp>,
    private readonly clock: LocalClock,
  ) {
    this.#apps = new Map(
      Object.entries(apps).map(([id, app]) => [
        id,
        {
          app,
          fields: new Map(Object.values(app.fields).map((field) => [field.code, field])),
          records: new Map(),
          lastId: 0,
        },
      ]),
    );
  }

  static async open(
    apps: Record<string, RecordApp>,
    clock: LocalClock,
    journalPath: string | undefined,
  ): Promise<RecordStore> {
    const store = new RecordStore(apps, clock);
    store.#journal = await Journal.open<Entry>(
      journalPath,
      (entry) => store.#replay(entry),
      () => store.#compact(),
    );
    return store;
  }

  /** The app with this number; throws if there is none. */
  app(id: string): AppRecords {
    const app = this.#apps.get(id);
    if (!app) throw appNotFound(id);
    return app;
  }

  /** Now, to the minute as in Kintone. */
  now(): string {
    return toMinute(this.clock.now());
  }

  /** Runs a change on a draft; keeps all of it, or nothing if it throws. */
  async write<T>(change: (draft: Draft) => T): Promise<T> {
    const draft = new Draft(this);
    const answer = change(draft);
    const changes = draft.changes();
    for (const each of changes) this.#apply(each);
    if (changes.length > 0) await this.#journal?.append({ changes });
    return answer;
  }

  async reset(): Promise<void> {
    for (const app of this.#apps.values()) {
      app.records.clear();
      app.lastId = 0;
    }
    await this.#journal?.rewrite([]);
  }

  async close(): Promise<void> {
    await this.#journal?.close();
  }

  #apply({ app, id, record }: Change): void {
    const target = this.#apps.get(app);
    if (!target) return; // the app is no longer configured
    target.lastId = Math.max(target.lastId, id);
    if (record) target.records.set(id, record);
    else target.records.delete(id);
  }

  #replay({ changes = [], lastIds = {} }: Entry): void {
    for (const change of changes) this.#apply(change);
    for (const [id, lastId] of Object.entries(lastIds)) {
      const app = this.#apps.get(id);
      if (app) app.lastId = Math.max(app.lastId, lastId);
    }
  }

  #compact(): Entry[] {
    const entries = [...this.#apps].flatMap(([app, { records }]) =>
      Array.from(records, ([id, record]): Entry => ({ changes: [{ app, id, record }] })),
    );
    return [{ lastIds: Object.fromEntries(Array.from(this.#apps, ([id, { lastId }]) => [id, lastId])) }, ...entries];
  }
}

/** Records with changes that are not stored yet. */
export class Draft {
  readonly #changes = new Map<string, Change>();
  readonly #lastIds = new Map<string, number>();

  constructor(readonly store: RecordStore) {}

  get(app: string, id: number): StoredRecord | undefined {
    const change = this.#changes.get(`${app}/${id}`);
    return change ? change.record : this.store.app(app).records.get(id);
  }

  /** The record, other than `except`, whose field has this value. */
  holder(app: string, code: string, value: unknown, except?: number): StoredRecord | undefined {
    for (const change of this.#changes.values()) {
      if (change.app === app && change.id !== except && change.record?.values[code] === value) return change.record;
    }
    for (const record of this.store.app(app).records.values()) {
      if (record.id !== except && record.values[code] === value && !this.#changes.has(`${app}/${record.id}`))
        return record;
    }
    return undefined;
  }

  nextId(app: string): number {
    const id = (this.#lastIds.get(app) ?? this.store.app(app).lastId) + 1;
    this.#lastIds.set(app, id);
    return id;
  }

  put(app: string, record: StoredRecord): void {
    this.#changes.set(`${app}/${record.id}`, { app, id: record.id, record });
  }

  remove(app: string, id: number): void {
    this.#changes.set(`${app}/${id}`, { app, id });
  }

  changes(): Change[] {
    return [...this.#changes.values()];
  }
}

/** A time without its seconds, which Kintone does not keep. */
export function toMinute(time: number): string {
  return `${new Date(Math.floor(time / 60_000) * 60_000).toISOString().slice(0, 19)}Z`;
}

/** The record number that a request gives. */
export function toRecordId(id: unknown): number {
  if (!/^\d+$/.test(String(id)))
    throw new KintoneError(400, 'CB_VA01', '入力内容が正しくありません。', {
      id: { messages: ['整数でなければなりません。'] },
    });
  return Number(id);
}
