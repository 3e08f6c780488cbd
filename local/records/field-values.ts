import type { RecordField, RecordFieldType } from '#shared/model/record-system';
import { notAllowed } from './errors';
import { toMinute, type StoredRecord } from './record-store';

/** A field as it travels: `{"type": "NUMBER", "value": "3"}`. */
interface FieldValue {
  type: string;
  value: unknown;
}

interface Row {
  id: string;
  value: Record<string, FieldValue>;
}

const filledByKintone = new Set<RecordFieldType>(['RECORD_NUMBER', 'CREATED_TIME', 'UPDATED_TIME']);

const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/**
 * Reads a value given for a field. Returns the value to keep, undefined for none; `complain` takes the messages of
 * wrong values, by `path`, the place of the value.
 */
export function readValue(
  field: RecordField,
  given: unknown,
  path: string,
  complain: (path: string, message: string) => void,
): unknown {
  if (filledByKintone.has(field.type)) throw notAllowed();
  const value = readTyped(field, given, path, complain);
  const isMissing = value === undefined || (Array.isArray(value) && value.length === 0);
  if (field.required && isMissing) complain(path, '必須です。');
  return isMissing ? undefined : value;
}

function readTyped(
  field: RecordField,
  given: unknown,
  path: string,
  complain: (path: string, message: string) => void,
): unknown {
  if (field.type === 'SUBTABLE') return readRows(field, given, path, complain);
  if (field.type === 'CHECK_BOX') {
    if (given == null) return [];
    if (!Array.isArray(given)) {
      complain(path, '配列でなければなりません。');
      return undefined;
    }
    const options = given.map(String);
    for (const [index, option] of options.entries()) {
      if (!field.options?.includes(option)) complain(`${path}[${index}].value`, `"${option}"は選択肢にありません。`);
    }
    return options;
  }
  if (given == null || given === '') return undefined;
  if (!isText(given)) {
    complain(path, '文字列でなければなりません。');
    return undefined;
  }
  const text = String(given);
  const wrong = messageFor(field, text);
  if (wrong) complain(path, wrong);
  return field.type === 'DATETIME' && !wrong ? toMinute(Date.parse(text)) : text;
}

function messageFor(field: RecordField, text: string): string | undefined {
  switch (field.type) {
    case 'NUMBER':
      return text.trim() === '' || Number.isNaN(Number(text)) ? '数字でなければなりません。' : undefined;
    case 'DATE':
      return isDate(text) ? undefined : '日付の形式が正しくありません。';
    case 'DATETIME':
      return Number.isNaN(Date.parse(text)) ? '日時の形式が正しくありません。' : undefined;
    case 'DROP_DOWN':
      return field.options?.includes(text) ? undefined : `"${text}"は選択肢にありません。`;
    case 'SINGLE_LINE_TEXT':
      return text.includes('\n') ? '改行を含めることはできません。' : undefined;
    case 'MULTI_LINE_TEXT':
    case 'CHECK_BOX':
    case 'SUBTABLE':
    case 'RECORD_NUMBER':
    case 'CREATED_TIME':
    case 'UPDATED_TIME':
      return undefined;
    default:
      return field.type satisfies never;
  }
}

function readRows(
  field: RecordField,
  given: unknown,
  path: string,
  complain: (path: string, message: string) => void,
): unknown {
  if (given == null) return [];
  if (!Array.isArray(given)) {
    complain(path, '配列でなければなりません。');
    return undefined;
  }
  return given.map((row: Partial<Row>, index) => ({
    id: row.id ?? String(index + 1),
    values: Object.fromEntries(
      Object.values(field.fields ?? {}).map((column) => [
        column.code,
        readValue(column, row.value?.[column.code]?.value, `${path}[${index}].value.${column.code}.value`, complain),
      ]),
    ),
  }));
}

/** A value in Kintone's form; a field without a value gets the empty value of its type. */
function showValue(field: RecordField, value: unknown): FieldValue {
  const { type } = field;
  if (type === 'SUBTABLE') {
    const rows = (value ?? []) as { id: string; values: Record<string, unknown> }[];
    return {
      type,
      value: rows.map((row) => ({ id: row.id, value: showAll(Object.values(field.fields ?? {}), row.values) })),
    };
  }
  if (value !== undefined) return { type, value };
  if (type === 'CHECK_BOX') return { type, value: [] };
  return { type, value: type === 'DROP_DOWN' || type === 'DATE' ? null : '' };
}

function showAll(fields: RecordField[], values: Record<string, unknown>): Record<string, FieldValue> {
  return Object.fromEntries(fields.map((field) => [field.code, showValue(field, values[field.code])]));
}

/** The value of a record's field, also of the fields that Kintone fills. */
export function valueOf(record: StoredRecord, code: string, field: RecordField | undefined): unknown {
  if (code === '$id' || field?.type === 'RECORD_NUMBER') return String(record.id);
  if (code === '$revision') return String(record.revision);
  if (field?.type === 'CREATED_TIME') return record.createdAt;
  if (field?.type === 'UPDATED_TIME') return record.updatedAt;
  return record.values[code];
}

/**
 * A record in Kintone's form, with all fields or only those in `only`; codes that do not exist are skipped, as in
 * Kintone.
 */
export function showRecord(
  record: StoredRecord,
  fields: Map<string, RecordField>,
  only: string[] = [],
): Record<string, FieldValue> {
  const shown = Object.fromEntries(
    Array.from(fields, ([code, field]) => [code, showValue(field, valueOf(record, code, field))]),
  );
  const all: Record<string, FieldValue> = {
    $id: { type: '__ID__', value: String(record.id) },
    $revision: { type: '__REVISION__', value: String(record.revision) },
    ...shown,
  };
  return only.length === 0 ? all : Object.fromEntries(Object.entries(all).filter(([code]) => only.includes(code)));
}
