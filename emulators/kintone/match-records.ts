import type { Field, FieldType } from './app';
import { valueOf } from './field-values';
import { invalidQuery, KintoneError } from './errors';
import type { Condition, Operator, Query } from './parse-query';
import type { StoredRecord } from './record-store';

const ordered: Operator[] = ['=', '!=', '>', '<', '>=', '<='];
const chosen: Operator[] = ['in', 'not in'];
const emptied: Operator[] = ['is empty', 'is not empty'];

/** The operators of each field type (https://cybozu.dev/ja/kintone/docs/overview/query/). */
const allowed: Record<FieldType, Operator[]> = {
  RECORD_NUMBER: [...ordered, ...chosen],
  CREATOR: chosen,
  CREATED_TIME: ordered,
  MODIFIER: chosen,
  UPDATED_TIME: ordered,
  SINGLE_LINE_TEXT: ['=', '!=', ...chosen, 'like', 'not like'],
  MULTI_LINE_TEXT: ['like', 'not like', ...emptied],
  NUMBER: [...ordered, ...chosen],
  CALC: [...ordered, ...chosen],
  DATE: ordered,
  DATETIME: ordered,
  DROP_DOWN: chosen,
  RADIO_BUTTON: chosen,
  CHECK_BOX: chosen,
  STATUS: ['=', '!=', ...chosen],
};

type Fields = Map<string, Field>;
type Test = (record: StoredRecord) => boolean;

/** `$id` is not a field of the form, but a query may use it like a record number. */
function fieldOf(fields: Fields, code: string): Field {
  const field = code === '$id' ? ({ code, type: 'RECORD_NUMBER' } as const) : fields.get(code);
  if (!field) throw new KintoneError(400, 'GAIA_IQ11', `指定されたフィールド（${code}）が見つかりません。`);
  return field;
}

const isTime = (type: FieldType): boolean => type === 'DATETIME' || type === 'CREATED_TIME' || type === 'UPDATED_TIME';

/** A comparable value, by the type of its field; undefined if there is none. */
function comparable(field: Field, value: unknown): string | number | undefined {
  if (value === undefined || value === '') return undefined;
  if (['NUMBER', 'CALC', 'RECORD_NUMBER'].includes(field.type)) return Number(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return isTime(field.type) ? Date.parse(text) : text;
}

/**
 * The records that match a query, in its order (descending by record number if it names none), and the count of all
 * matches.
 */
export function selectRecords(records: Iterable<StoredRecord>, fields: Fields, query: Query): StoredRecord[] {
  const test = query.condition ? testOf(query.condition, fields) : () => true;
  const sorts = query.orderBy.map(({ code, descending }) => ({ code, descending, field: fieldOf(fields, code) }));
  const compare = (a: StoredRecord, b: StoredRecord): number => {
    for (const { code, descending, field } of sorts) {
      const order = inOrder(comparable(field, valueOf(a, code, field)), comparable(field, valueOf(b, code, field)));
      if (order !== 0) return descending ? -order : order;
    }
    return b.id - a.id;
  };
  return [...records].filter(test).toSorted(compare);
}

/** A missing value sorts first. */
function inOrder(a: string | number | undefined, b: string | number | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return -1;
  if (b === undefined) return 1;
  return a < b ? -1 : 1;
}

function testOf(condition: Condition, fields: Fields): Test {
  if (condition.kind !== 'compare') {
    const tests = condition.parts.map((part) => testOf(part, fields));
    return condition.kind === 'and'
      ? (record) => tests.every((test) => test(record))
      : (record) => tests.some((test) => test(record));
  }
  const { code, operator, values } = condition;
  const field = fieldOf(fields, code);
  if (!allowed[field.type].includes(operator)) {
    throw new KintoneError(
      400,
      'GAIA_IQ03',
      `${code}フィールドのフィールドタイプには演算子${operator}を使用できません。`,
    );
  }
  checkValues(field, values);
  return compile(operator, field, code, values);
}

function checkValues(field: Field, values: string[]): void {
  for (const value of values) {
    if (value === '') continue;
    if (field.options && !field.options.includes(value))
      throw new KintoneError(400, 'GAIA_IQ10', `${field.code}フィールドに選択肢「${value}」はありません。`);
    const compared = comparable(field, value);
    if (typeof compared === 'number' && Number.isNaN(compared)) throw invalidQuery(`「${value}」`);
  }
}

const isBlank = (value: unknown): boolean => value === undefined || (typeof value === 'string' && value.trim() === '');

function compile(operator: Operator, field: Field, code: string, values: string[]): Test {
  const held = (record: StoredRecord) => valueOf(record, code, field);
  const key = (record: StoredRecord) => comparable(field, held(record));
  const wanted = values.map((value) => comparable(field, value));
  const [first] = wanted;
  const isIn: Test = (record) => {
    const value = held(record);
    if (Array.isArray(value)) return value.some((option) => wanted.includes(String(option)));
    return wanted.includes(key(record));
  };
  const isLike: Test = (record) => {
    const value = held(record);
    return typeof value === 'string' && value.toLowerCase().includes((values[0] ?? '').toLowerCase());
  };
  const ordering =
    (holds: (order: number) => boolean): Test =>
    (record) => {
      const value = key(record);
      return value !== undefined && first !== undefined && holds(inOrder(value, first));
    };
  const tests: Record<Operator, Test> = {
    '=': (record) => key(record) === first,
    '!=': (record) => key(record) !== first,
    '>': ordering((order) => order > 0),
    '<': ordering((order) => order < 0),
    '>=': ordering((order) => order >= 0),
    '<=': ordering((order) => order <= 0),
    in: isIn,
    'not in': (record) => !isIn(record),
    like: isLike,
    'not like': (record) => !isLike(record),
    // Only texts of several lines can be asked for; blanks count as nothing.
    'is empty': (record) => isBlank(held(record)),
    'is not empty': (record) => !isBlank(held(record)),
  };
  return tests[operator];
}
