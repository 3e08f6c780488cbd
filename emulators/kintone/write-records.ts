import { toMinute, type Field } from './app';
import { isTime, isWritable, readValue, requiredPlace, type Place } from './field-values';
import { invalidInput, KintoneError, keyNotFound, recordNotFound, revisionConflict, type FieldErrors } from './errors';
import { toRecordId, type Draft, type StoredRecord } from './record-store';

type GivenFields = Record<string, { value?: unknown } | undefined>;

/** A record to change, named by its id or by a unique field. */
export interface RecordUpdate {
  id?: unknown;
  updateKey?: { field: string; value: unknown };
  record?: GivenFields;
  /** The revision that the caller read; absent or -1 changes any revision. */
  revision?: unknown;
}

export interface Written {
  id: string;
  revision: string;
}

/** Most records of one request (https://cybozu.dev/ja/kintone/docs/rest-api/records/add-records/). */
const mostRecords = 100;

/** None at all is possible, and does nothing. */
export function requireFew(records: unknown[], path: string, verb: '追加' | '更新'): void {
  if (records.length > mostRecords)
    throw invalidInput({ [path]: { messages: [`一度に${mostRecords}件までのレコードを${verb}できます。`] } });
}

/** Adds a record. Fields that the app does not have are skipped, as in Kintone. `path` names the record in messages. */
export function addRecord(draft: Draft, app: string, given: GivenFields, path: string): Written {
  const id = draft.nextId(app);
  const values = readFields(draft, app, given, path, { id, values: {} });
  const [createdAt, updatedAt] = ownTimes.map((type) => timeOf(draft, app, given, path, type)) as [string, string];
  draft.put(app, { id, revision: 1, createdAt, updatedAt, values });
  return { id: String(id), revision: '1' };
}

const ownTimes: readonly Field['type'][] = ['CREATED_TIME', 'UPDATED_TIME'];

/**
 * A time of a new record: now, unless somebody who manages the app gives one, as a file of records may
 * (https://cybozu.dev/ja/kintone/docs/rest-api/records/add-record/,
 * https://jp.cybozu.help/k/ja/user/using_app/import_records/import_csv.html).
 */
function timeOf(draft: Draft, app: string, given: GivenFields, path: string, type: Field['type']): string {
  const code = [...draft.store.app(app).fields.values()].find((field) => field.type === type)?.code ?? '';
  const value = given[code]?.value;
  if (value === undefined) return draft.store.now();
  if (typeof value === 'string' && isTime(value)) return toMinute(Date.parse(value));
  throw invalidInput({ [`${path}.${code}.value`]: { messages: ['日時の形式が正しくありません。'] } });
}

export function updateRecord(draft: Draft, app: string, update: RecordUpdate, path: string): Written {
  const before = update.updateKey ? byKey(draft, app, update.updateKey) : draft.get(app, toRecordId(update.id));
  const key = update.updateKey;
  if (!before) throw key ? keyNotFound(String(key.value)) : recordNotFound(String(update.id));
  requireRevision(before, update.revision);
  const values = readFields(draft, app, update.record ?? {}, path, before);
  const after = { ...before, values, revision: before.revision + 1, updatedAt: draft.store.now() };
  draft.put(app, after);
  return { id: String(after.id), revision: String(after.revision) };
}

/** Characters of a comment (https://cybozu.dev/ja/kintone/docs/rest-api/records/add-comment/). */
const longestComment = 65_535;

export function addComment(
  draft: Draft,
  app: string,
  { record: id, comment }: { record?: unknown; comment?: { text?: unknown } },
): { id: string } {
  const record = draft.get(app, toRecordId(id));
  if (!record) throw recordNotFound(String(id));
  const { text } = comment ?? {};
  if (typeof text !== 'string' || text === '' || text.length > longestComment) {
    const wrong = text ? `最大${longestComment}文字です。` : '必須です。';
    throw invalidInput({ 'comment.text': { messages: [wrong] } });
  }
  const comments = record.comments ?? [];
  draft.put(app, {
    ...record,
    comments: [...comments, { id: comments.length + 1, text, createdAt: draft.store.now() }],
  });
  return { id: String(comments.length + 1) };
}

export function deleteRecord(draft: Draft, app: string, id: unknown, revision: unknown): void {
  const record = draft.get(app, toRecordId(id));
  if (!record) throw recordNotFound(String(id));
  requireRevision(record, revision);
  draft.remove(app, record.id);
}

function byKey(
  draft: Draft,
  app: string,
  { field: code, value }: { field: string; value: unknown },
): StoredRecord | undefined {
  const field = draft.store.app(app).fields.get(code);
  if (!field?.unique)
    throw invalidInput({
      updateKey: { messages: [`フィールド（${code}）は重複を禁止していないため、更新キーに指定できません。`] },
    });
  return draft.holder(app, code, String(value));
}

function requireRevision(record: StoredRecord, revision: unknown): void {
  if (revision == null || revision === '' || Number(revision) === -1) return;
  if (Number(revision) !== record.revision) throw revisionConflict();
}

/**
 * The values of a record after `given` has replaced those of `before`. The whole record must have its required fields.
 */
function readFields(
  draft: Draft,
  app: string,
  given: GivenFields,
  prefix: string,
  before: Pick<StoredRecord, 'id' | 'values'>,
): Record<string, unknown> {
  const errors: FieldErrors = {};
  const complain = (at: string, message: string): void => void (errors[at] ??= { messages: [] }).messages.push(message);
  const isNew = !draft.get(app, before.id);
  const values = { ...before.values };
  for (const [code, field] of draft.store.app(app).fields) {
    if (!isWritable(field) || (isNew && draft.manages && ownTimes.includes(field.type))) continue;
    const place: Place = { prefix, code };
    const entry = given[code];
    const first = entry === undefined && isNew ? defaultOf(field, draft.store.now()) : undefined;
    if (first !== undefined) values[code] = first;
    if (entry !== undefined) {
      const value = readValue(field, entry.value, place, complain);
      if (value === undefined) delete values[code];
      else values[code] = value;
      if (isTaken(draft, app, field, value, before.id))
        complain(`${prefix}.${code}.value`, '値がほかのレコードと重複しています。');
      requireSource(draft, field, value);
    }
    if (field.required && field.type !== 'RADIO_BUTTON' && values[code] === undefined)
      complain(requiredPlace(field, place), '必須です。');
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors);
  return values;
}

const japanMs = 9 * 3_600_000;

/** The value of a field that a new record leaves out; `now` is the record's time. */
function defaultOf({ type, defaultValue, defaultsToNow }: Field, now: string): unknown {
  if (defaultsToNow)
    return type === 'DATE' ? new Date(Date.parse(now) + japanMs).toISOString().slice(0, 10) : toMinute(Date.parse(now));
  return type === 'CHECK_BOX' && defaultValue !== undefined ? [defaultValue] : defaultValue;
}

const isTaken = (draft: Draft, app: string, field: Field, value: unknown, id: number): boolean =>
  field.unique === true && value !== undefined && draft.holder(app, field.code, value, id) !== undefined;

/** A lookup takes its value from another app. */
function requireSource(draft: Draft, { code, lookup }: Field, value: unknown): void {
  if (lookup && value !== undefined && !draft.holder(lookup.app, lookup.field, value))
    throw new KintoneError(
      400,
      'GAIA_LO04',
      `フィールド「${code}」の値「${JSON.stringify(value)}」が、ルックアップの参照先のフィールドにないか、` +
        'またはアプリやフィールドの閲覧権限がありません。',
    );
}
