import type { RecordAppKey } from '#shared/model/record-system';
import { appOf, type RecordAppAt } from './apps';
import { askRecords, type AskOptions } from './ask';

/** A record as Kintone sends it: fields by their codes. */
export type KintoneRecord = Record<string, { value: unknown } | undefined>;

/** The most that one request reads (https://cybozu.dev/ja/kintone/docs/rest-api/records/get-records/). */
export const pageSize = 500;

export interface PageQuery<K extends RecordAppKey> extends AskOptions {
  /** A condition in Kintone's query language, with the app's field codes; all records if left out. */
  where?: ((app: RecordAppAt<K>) => string) | undefined;
  /** Records whose `$id` is greater. @default 0 */
  after?: number | undefined;
  /** Names of the fields wanted beside `$id` and `$revision`. @default all */
  fields?: readonly (keyof RecordAppAt<K>['codes'])[] | undefined;
}

/** A text in Kintone's query language. */
export const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
export const anyOf = (code: string, values: readonly (string | number)[]): string =>
  `${code} in (${values.map((value) => quoted(String(value))).join(', ')})`;

/**
 * The next records of an app in the order of `$id`, at most 500, in one request. A page continues after the last `$id`
 * instead of at an offset: Kintone refuses offsets past 10,000, and records added or deleted in between shift no page.
 * `isLast` is true on the last page.
 */
export async function readPage<K extends RecordAppKey>(
  key: K,
  { where, after = 0, fields, until }: PageQuery<K>,
): Promise<{ records: KintoneRecord[]; isLast: boolean }> {
  const app = appOf(key);
  const condition = [where && `(${where(app)})`, `$id > ${quoted(String(after))}`].filter(Boolean).join(' and ');
  const { records } = await askRecords(
    (client) =>
      client.record.getRecords({
        app: app.id,
        query: `${condition} order by $id asc limit ${pageSize}`,
        ...(fields && { fields: ['$id', '$revision', ...fields.map((name) => app.codes[name])] }),
      }),
    { until },
  );
  return { records, isLast: records.length < pageSize };
}
