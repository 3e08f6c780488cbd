import { toMinute, type Field, type FieldType } from './app';
import { notAllowed } from './errors';
import type { StoredRecord } from './record-store';

/** A field as it travels: `{"type": "NUMBER", "value": "3"}`. */
interface FieldValue {
  type: string;
  value: unknown;
}

const filledByKintone = new Set<FieldType>(['RECORD_NUMBER', 'CREATOR', 'CREATED_TIME', 'MODIFIER', 'UPDATED_TIME']);
/** Fields whose value no request sets: it is passed over. */
const passedOver = new Set<FieldType>(['CALC', 'STATUS']);
export const isWritable = ({ type }: Field): boolean => !passedOver.has(type);

const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/**
 * A time as it is written: with its distance from UTC, or a day alone
 * (https://cybozu.dev/ja/kintone/docs/rest-api/overview/kintone-rest-api-overview/).
 */
export const isTime = (text: string): boolean =>
  isDate(text.slice(0, 10)) &&
  /^.{10}(T\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d))?$/.test(text) &&
  !Number.isNaN(Date.parse(text));

/** Takes the message of a wrong value, by its place. */
export type Complain = (place: string, message: string) => void;

/** Where the messages about a field stand: `record.数量`, and `record[数量]` for what is no number. */
export interface Place {
  prefix: string;
  code: string;
}
const placeOf = ({ prefix, code }: Place): string => `${prefix}.${code}`;

/** The place of a message that a field has no value (measured by others on a real domain). */
export const requiredPlace = (field: Field, place: Place): string =>
  `${placeOf(place)}.${field.type === 'CHECK_BOX' ? 'values' : 'value'}`;

/** Reads a value given for a field. Returns the value to keep, undefined for none; `complain` takes wrong values. */
export function readValue(field: Field, given: unknown, place: Place, complain: Complain): unknown {
  if (filledByKintone.has(field.type)) throw notAllowed();
  const value = readTyped(field, given, place, complain);
  return value === undefined || (Array.isArray(value) && value.length === 0) ? undefined : value;
}

function readTyped(field: Field, given: unknown, place: Place, complain: Complain): unknown {
  const at = placeOf(place);
  if (field.type === 'CHECK_BOX') {
    if (given == null) return [];
    if (!Array.isArray(given)) {
      complain(`${at}.values`, '配列でなければなりません。');
      return undefined;
    }
    const options = given.map(String);
    for (const [index, option] of options.entries())
      if (!field.options?.includes(option))
        complain(`${at}.values[${index}].value`, `"${option}"は選択肢にありません。`);
    return options;
  }
  if (given == null || given === '') return undefined;
  if (!isText(given)) {
    complain(`${at}.value`, '文字列でなければなりません。');
    return undefined;
  }
  const text = String(given);
  if (field.type === 'NUMBER') {
    if (text.trim() !== '' && Number.isFinite(Number(text))) return String(Number(text));
    complain(`${place.prefix}[${place.code}].value`, '数字でなければなりません。');
    return undefined;
  }
  const wrong = messageFor(field, text);
  if (wrong) complain(`${at}.value`, wrong);
  return field.type === 'DATETIME' && !wrong ? toMinute(Date.parse(text)) : text;
}

/**
 * The longest text of a field that prohibits duplicates
 * (https://get.kintone.help/k/ja/user/app_settings/form/form_parts/field_restriction.html).
 */
const longestUnique = 64;

/** The limit in the message is the first length that is not possible. */
function lengthMessage({ maxLength: most = Infinity, minLength, unique }: Field, text: string) {
  const maxLength = unique ? Math.min(most, longestUnique) : most;
  if (text.length > maxLength) return `${maxLength + 1}文字より短くなければなりません。`;
  if (minLength !== undefined && text.length < minLength) return `${minLength - 1}文字より長くなければなりません。`;
  return undefined;
}

function messageFor(field: Field, text: string): string | undefined {
  const { type } = field;
  if (type === 'DATE') return isDate(text) ? undefined : '日付の形式が正しくありません。';
  if (type === 'DATETIME') return isTime(text) ? undefined : '日時の形式が正しくありません。';
  if (type === 'DROP_DOWN' || type === 'RADIO_BUTTON')
    return field.options?.includes(text) ? undefined : `"${text}"は選択肢にありません。`;
  if (type === 'SINGLE_LINE_TEXT' && text.includes('\n')) return '改行を含めることはできません。';
  return type === 'SINGLE_LINE_TEXT' || type === 'MULTI_LINE_TEXT' ? lengthMessage(field, text) : undefined;
}

/** A value in Kintone's form; a field without a value gets the empty value of its type. */
function showValue(field: Field, value: unknown): FieldValue {
  const { type } = field;
  if (value !== undefined) return { type, value };
  if (type === 'CHECK_BOX') return { type, value: [] };
  return { type, value: ['DROP_DOWN', 'RADIO_BUTTON', 'DATE'].includes(type) ? null : '' };
}

/** Requests with a token are the administrator's. */
const author = { code: 'Administrator', name: 'Administrator' };

/** The value of a record's field, also of the fields that Kintone fills. */
export function valueOf(record: StoredRecord, code: string, field: Field | undefined): unknown {
  if (code === '$id' || field?.type === 'RECORD_NUMBER') return String(record.id);
  if (code === '$revision') return String(record.revision);
  if (field?.type === 'CREATED_TIME') return record.createdAt;
  if (field?.type === 'UPDATED_TIME') return record.updatedAt;
  if (field?.type === 'CREATOR' || field?.type === 'MODIFIER') return author;
  if (field?.type === 'STATUS') return record.values[code] ?? field.options?.[0];
  return record.values[code];
}

/**
 * A record in Kintone's form, with all fields or only those in `only`; codes that do not exist are skipped, as in
 * Kintone.
 */
export function showRecord(
  record: StoredRecord,
  fields: Map<string, Field>,
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
