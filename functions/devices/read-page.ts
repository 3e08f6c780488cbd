import { fieldsWith, formFaults, type FormFaults, type FoundField } from '#shared/model/record-form';
import { type RecordAppKey, recordApps, type RecordField } from '#shared/model/record-system';
import {
  appOf,
  type KintoneRecord,
  type RecordAppAt,
  type RecordsOptions,
  recordsRequest,
  Misconfigured,
} from '#functions/platform/kintone/client';
import { fieldsRead } from './to-items';

/** The most that one request reads (https://cybozu.dev/ja/kintone/docs/rest-api/records/get-records/). */
export const pageSize = 500;
/** Values that one request names: its query stays far below the limits of URLs and of Kintone. */
export const mostValues = 100;

interface PageQuery<K extends RecordAppKey> extends RecordsOptions {
  /** A condition in Kintone's query language, with the app's field codes; all records if left out. */
  where?: ((app: RecordAppAt<K>) => string) | undefined;
  /** Records whose `$id` is greater. @default 0 */
  after?: number | undefined;
  /** Names of the fields wanted beside `$id` and `$revision`. @default all that the portal reads of this app */
  fields?: readonly (keyof RecordAppAt<K>['codes'])[];
}

/** A text in Kintone's query language. */
export const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
export const anyOf = (code: string, values: readonly (string | number)[]): string =>
  `${code} in (${values.map((value) => quoted(String(value))).join(', ')})`;

/**
 * Throws if no record of a page has a field that was asked for: Kintone leaves out what the app does not have under
 * this code (any more), and what our token may not see.
 * @throws Misconfigured
 */
function requireFields(app: string, records: readonly KintoneRecord[], codes: readonly string[]): void {
  const missing = records.length === 0 ? [] : codes.filter((code) => records.every((record) => !(code in record)));
  if (missing.length > 0)
    throw new Misconfigured(
      new Error(`The app ${app} shows no field ${missing.join(', ')}: was it renamed, or may the token not see it?`),
    );
}

/**
 * The next records of an app in the order of `$id`, at most 500, in one request. A page continues after the last `$id`
 * instead of at an offset: Kintone refuses offsets past 10,000, and records added or deleted in between shift no page.
 * `isLast` is true on the last page.
 * @throws Unavailable; Misconfigured if a field that was asked for is in no record
 */
export async function readPage<K extends RecordAppKey>(
  key: K,
  { where, after = 0, fields: names = fieldsRead[key], ...options }: PageQuery<K>,
): Promise<{ records: KintoneRecord[]; isLast: boolean }> {
  const app = appOf(key);
  const condition = [where && `(${where(app)})`, `$id > ${quoted(String(after))}`].filter(Boolean).join(' and ');
  const codes = names.map((name) => app.codes[name]);
  const known = recordApps[key].fields as Readonly<Record<string, RecordField | undefined>>;
  const needed = names.filter((name) => !known[name as string]?.optional).map((name) => app.codes[name]);
  const { records } = await recordsRequest(
    (client) =>
      client.record.getRecords({
        app: app.id,
        query: `${condition} order by $id asc limit ${pageSize}`,
        fields: ['$id', '$revision', ...codes],
      }),
    options,
  );
  requireFields(app.id, records, needed);
  return { records, isLast: records.length < pageSize };
}

/** How many records of an app have an `$id` up to this one: fewer than before means that some were deleted. */
export async function countRecords(key: RecordAppKey, lastId: number, options: RecordsOptions): Promise<number> {
  const query = `$id <= ${quoted(String(lastId))} limit 1`;
  const { totalCount } = await recordsRequest(
    (client) => client.record.getRecords({ app: appOf(key).id, query, fields: ['$id'], totalCount: true }),
    options,
  );
  return Number(totalCount);
}

/**
 * What is wrong with an app's form. Our token's right to view is enough
 * (https://cybozu.dev/ja/kintone/docs/rest-api/apps/form/get-form-fields/).
 */
export async function readForm(key: RecordAppKey, options: RecordsOptions): Promise<FormFaults> {
  const { id, codes } = appOf(key);
  const { properties } = await recordsRequest((client) => client.app.getFormFields({ app: id }), options);
  const found = properties as unknown as Record<string, FoundField | undefined>;
  return formFaults(recordApps[key], fieldsWith(key, codes), found);
}
