import { toMinute, type App } from './app';
import { Journal, type LocalClock } from '../platform/index';
import { appNotFound, KintoneError } from './errors';
import { AppSettings, newForm, type AppForm } from './record-form';

/** A stored record. Times have Kintone's form, `2026-01-01T09:30:00Z`. */
export interface StoredRecord {
  id: number;
  revision: number;
  createdAt: string;
  updatedAt: string;
  /** By field code: text, number as text, options, or rows of a subtable. A field without a value is absent. */
  values: Record<string, unknown>;
  /** Oldest first; they change neither revision nor times. */
  comments?: { id: number; text: string; createdAt: string }[];
}

export interface Change {
  app: string;
  id: number;
  /** Absent if the record was deleted. */
  record?: StoredRecord;
}

interface AppRecords {
  settings: AppSettings;
  records: Map<number, StoredRecord>;
  /** An id is never given twice. */
  lastId: number;
}

/** All changes of one request, as one line of the journal, so that a killed process keeps all of them or none. */
interface Entry {
  changes?: Change[];
  lastIds?: Record<string, number>;
  /** Settings of apps, for those that somebody changed or made. */
  settings?: Record<string, unknown>;
}

/** The records of all apps. */
export class RecordStore {
  readonly #apps: Map<string, AppRecords>;
  #journal: Journal<Entry> | undefined;

  private constructor(
    private readonly given: Record<string, App>,
    private readonly clock: LocalClock,
  ) {
    this.#apps = new Map();
    this.#begin();
  }

  #begin(): void {
    this.#apps.clear();
    for (const [id, app] of Object.entries(this.given)) this.#put(id, new AppSettings(newForm(app), true));
  }

  #put(id: string, settings: AppSettings): void {
    this.#apps.set(id, { settings, records: new Map(), lastId: 0 });
  }

  static async open(
    apps: Record<string, App>,
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

  /** The live app with this number; throws if there is none. */
  app(id: string): AppForm & Pick<AppRecords, 'records' | 'lastId'> {
    const app = this.#apps.get(id);
    if (!app?.settings.live) throw appNotFound(id);
    return { ...app.settings.live, records: app.records, lastId: app.lastId };
  }

  settings(id: string): AppSettings | undefined {
    return this.#apps.get(id)?.settings;
  }

  listApps(): { id: string; form: AppForm }[] {
    return Array.from(this.#apps, ([id, { settings }]) => ({ id, form: settings.live })).flatMap(({ id, form }) =>
      form ? [{ id, form }] : [],
    );
  }

  /** Makes an app that is not live yet; returns its number. */
  async createApp(name: string): Promise<string> {
    const id = String(Math.max(0, ...Array.from(this.#apps.keys(), Number)) + 1);
    this.#put(id, new AppSettings(newForm({ name, fields: {} }), false));
    await this.keepSettings(id);
    return id;
  }

  /** Makes an app's preview live; its records follow renamed fields and options, at the revision that they have. */
  async deploy(id: string): Promise<void> {
    const app = this.#apps.get(id);
    if (!app) throw appNotFound(id);
    const follow = app.settings.deploy();
    const changes = Array.from(app.records.values(), (record) => ({
      app: id,
      id: record.id,
      record: { ...record, values: follow(record.values) },
    }));
    for (const change of changes) this.#apply(change);
    await this.#journal?.append({ settings: { [id]: app.settings.toJSON() }, changes });
  }

  async keepSettings(id: string): Promise<void> {
    await this.#journal?.append({ settings: { [id]: this.settings(id)?.toJSON() } });
  }

  /** Now, to the minute as in Kintone. */
  now(): string {
    return toMinute(this.clock.now());
  }

  /** Runs a change on a draft; keeps all of it, or nothing if it throws. */
  async write<T>(change: (draft: Draft) => T, manages = false): Promise<T> {
    const draft = new Draft(this, manages);
    const result = change(draft);
    const changes = draft.changes();
    for (const each of changes) this.#apply(each);
    if (changes.length > 0) await this.#journal?.append({ changes });
    return result;
  }

  async reset(): Promise<void> {
    this.#begin();
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

  #replay({ changes = [], lastIds = {}, settings = {} }: Entry): void {
    for (const [id, json] of Object.entries(settings)) {
      const app = this.#apps.get(id);
      if (app) app.settings = AppSettings.fromJSON(json);
      else this.#put(id, AppSettings.fromJSON(json));
    }
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
    // A form that is as the product has it now follows the product's next version.
    const changed = [...this.#apps].filter(
      ([id, { settings }]) => !this.given[id] || settings.preview.revision > newForm(this.given[id]).revision,
    );
    const settings = Object.fromEntries(changed.map(([id, app]) => [id, app.settings.toJSON()]));
    const lastIds = Object.fromEntries(Array.from(this.#apps, ([id, { lastId }]) => [id, lastId]));
    return [{ settings, lastIds }, ...entries];
  }
}

/** Records with changes that are not stored yet. */
export class Draft {
  readonly #changes = new Map<string, Change>();
  readonly #lastIds = new Map<string, number>();

  /** `manages`: whether the one who writes has the right to manage apps. */
  constructor(
    readonly store: RecordStore,
    readonly manages: boolean,
  ) {}

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

/** The record number that a request gives. */
export function toRecordId(id: unknown): number {
  if (!/^\d+$/.test(String(id)))
    throw new KintoneError(400, 'CB_VA01', '入力内容が正しくありません。', {
      id: { messages: ['整数でなければなりません。'] },
    });
  return Number(id);
}
