import { showRecord } from './field-values';
import { formFields } from './form-fields';
import { invalidInput, KintoneError, recordNotFound } from './errors';
import { selectRecords } from './match-records';
import { parseQuery } from './parse-query';
import { toRecordId, type Draft, type RecordStore } from './record-store';
import { addComment, addRecord, deleteRecord, requireFew, updateRecord, type RecordUpdate } from './write-records';

/** A request's parameters, from its query string or its JSON body. */
export type Parameters = Record<string, unknown>;
type Output = Record<string, unknown>;

/** The app that a request names. */
export function appOf({ app }: Parameters): string {
  if ((typeof app !== 'string' && typeof app !== 'number') || app === '')
    throw invalidInput({ app: { messages: ['必須です。'] } });
  if (!(Number(app) >= 1)) throw invalidInput({ app: { messages: ['最小でも1以上です。'] } });
  return String(app);
}
const listOf = (given: unknown): unknown[] =>
  given == null || given === '' ? [] : Array.isArray(given) ? given : [given];
const recordOf = (given: unknown) => (given ?? {}) as NonNullable<RecordUpdate['record']>;

/** Operations that change records. They run on a draft, so that a bulkRequest can run several as one. */
export const writes: Record<string, (draft: Draft, parameters: Parameters) => Output> = {
  'POST record': (draft, parameters) => ({
    ...addRecord(draft, appOf(parameters), recordOf(parameters['record']), 'record'),
  }),
  'PUT record': (draft, parameters) => ({
    revision: updateRecord(draft, appOf(parameters), parameters, 'record').revision,
  }),
  'POST records': (draft, parameters) => {
    const records = listOf(parameters['records']);
    requireFew(records, 'records', '追加');
    const added = records.map((record, index) =>
      addRecord(draft, appOf(parameters), recordOf(record), `records[${index}]`),
    );
    return { ids: added.map(({ id }) => id), revisions: added.map(({ revision }) => revision) };
  },
  'PUT records': (draft, parameters) => {
    const records = listOf(parameters['records']) as RecordUpdate[];
    requireFew(records, 'records', '更新');
    if (parameters['upsert'] === true)
      throw new KintoneError(501, 'EMULATOR_UNSUPPORTED', 'upsert is not supported by this emulator');
    return {
      records: records.map((record, index) => updateRecord(draft, appOf(parameters), record, `records[${index}]`)),
    };
  },
  'POST record/comment': (draft, parameters) => addComment(draft, appOf(parameters), parameters),
  'DELETE records': (draft, parameters) => {
    const ids = listOf(parameters['ids']);
    const revisions = listOf(parameters['revisions']);
    if (ids.length === 0 || ids.length > 100) {
      const few = '一度に1件から100件までのレコードを削除できます。';
      throw invalidInput({ ids: { messages: ids.length === 0 ? ['必須です。', few] : [few] } });
    }
    for (const [index, id] of ids.entries()) deleteRecord(draft, appOf(parameters), id, revisions[index]);
    return {};
  },
};

/** Operations that only read. */
export function readsOf(store: RecordStore): Record<string, (parameters: Parameters) => Output> {
  return {
    'GET record': (parameters) => {
      const { fields, records } = store.app(appOf(parameters));
      const record = records.get(toRecordId(parameters['id']));
      if (!record) throw recordNotFound(String(parameters['id']));
      return { record: showRecord(record, fields) };
    },
    'GET records': (parameters) => {
      const { fields, records } = store.app(appOf(parameters));
      const text = parameters['query'] ?? '';
      if (typeof text !== 'string') throw invalidInput({ query: { messages: ['文字列でなければなりません。'] } });
      const query = parseQuery(text);
      const only = listOf(parameters['fields']).map(String);
      const found = selectRecords(records.values(), fields, query);
      const page = found.slice(query.offset, query.offset + query.limit);
      const wanted = page.map((record) => showRecord(record, fields, only));
      return { records: wanted, totalCount: String(parameters['totalCount']) === 'true' ? String(found.length) : null };
    },
    'GET record/comments': (parameters) => {
      const record = store.app(appOf(parameters)).records.get(toRecordId(parameters['record']));
      if (!record) throw recordNotFound(String(parameters['record']));
      const creator = { code: 'Administrator', name: 'Administrator' };
      const comments = (record.comments ?? []).map((one) => ({ ...one, id: String(one.id), creator, mentions: [] }));
      return { comments: comments.toReversed().slice(0, 10), older: comments.length > 10, newer: false };
    },
    'GET app/form/fields': (parameters) => {
      const { fields, revision } = store.app(appOf(parameters));
      return { properties: formFields(fields.values()), revision: String(revision) };
    },
  };
}

/** A bulkRequest of which one request was refused; none of them was kept. */
export class BulkFailure extends Error {
  constructor(
    readonly index: number,
    readonly reason: KintoneError,
  ) {
    super(reason.message);
  }
}

/** Up to 20 writes, kept together or not at all (https://cybozu.dev/ja/kintone/docs/rest-api/bulk-request/). */
export function bulkRequest(
  draft: Draft,
  parameters: Parameters,
  admit: (name: string, payload: Parameters) => void,
): Output {
  const requests = listOf(parameters['requests']) as { method?: string; api?: string; payload?: Parameters }[];
  if (requests.length === 0 || requests.length > 20)
    throw invalidInput({ requests: { messages: ['1件から20件まで指定できます。'] } });
  const results = requests.map(({ method = '', api = '', payload = {} }, index) => {
    const write = writes[`${method} ${nameOf(api)}`];
    if (!write)
      throw new KintoneError(
        501,
        'EMULATOR_UNSUPPORTED',
        `bulkRequest: ${method} ${api} is not supported by this emulator`,
      );
    try {
      admit(`${method} ${nameOf(api)}`, payload);
      return write(draft, payload);
    } catch (error) {
      throw error instanceof KintoneError ? new BulkFailure(index, error) : error;
    }
  });
  return { results };
}

/** `record/comment` of `/k/v1/record/comment.json?id=…`. */
export const nameOf = (url: string): string => /^\/k\/(?:guest\/\d+\/)?v1\/([\w/]+)\.json(?:\?|$)/.exec(url)?.[1] ?? '';
