import type { Field, FieldType } from './app';
import { invalidInput, KintoneError } from './errors';
import type { PreviewForm } from './record-form';

type Properties = Record<string, Record<string, unknown>>;

const system: readonly FieldType[] = ['RECORD_NUMBER', 'CREATOR', 'CREATED_TIME', 'MODIFIER', 'UPDATED_TIME'];
const choices: readonly FieldType[] = ['DROP_DOWN', 'RADIO_BUTTON', 'CHECK_BOX'];
const unique: readonly FieldType[] = ['SINGLE_LINE_TEXT', 'NUMBER', 'DATE', 'DATETIME'];
const known: readonly string[] = [...system, ...choices, ...unique, 'MULTI_LINE_TEXT', 'CALC', 'STATUS'];

/**
 * The settings of an app's fields as Kintone describes them
 * (https://cybozu.dev/ja/kintone/docs/rest-api/apps/form/get-form-fields/).
 */
export const formFields = (fields: Iterable<Field>): Properties =>
  Object.fromEntries(Array.from(fields, (field) => [field.code, describe(field)]));

function describe(field: Field): Record<string, unknown> {
  const { type, code, label = code, required = false, options, defaultValue } = field;
  const base = { type, code, label, noLabel: false };
  if (system.includes(type)) return base;
  if (type === 'STATUS') return { type, code, label, enabled: true };
  if (type === 'CALC') return { ...base, required, expression: '' };
  const common = { ...base, required };
  if (choices.includes(type))
    return {
      ...common,
      options: Object.fromEntries((options ?? []).map((one, index) => [one, { label: one, index: String(index) }])),
      defaultValue: type === 'CHECK_BOX' ? (defaultValue === undefined ? [] : [defaultValue]) : (defaultValue ?? ''),
      ...(type !== 'DROP_DOWN' && { align: 'HORIZONTAL' }),
    };
  return {
    ...common,
    defaultValue: defaultValue ?? '',
    ...(unique.includes(type) && { unique: field.unique ?? false }),
    ...(type.startsWith('DATE') && { defaultNowValue: field.defaultsToNow ?? false }),
    ...(type.endsWith('TEXT') && {
      maxLength: field.maxLength === undefined ? '' : String(field.maxLength),
      minLength: field.minLength === undefined ? '' : String(field.minLength),
    }),
    ...(field.lookup && {
      lookup: { relatedApp: { app: field.lookup.app, code: '' }, relatedKeyField: field.lookup.field },
    }),
  };
}

const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : undefined;
const isTrue = (value: unknown): boolean => value === true || value === 'true';

/** A field's settings as somebody gives them, over those it has. */
function fieldFrom(given: Record<string, unknown>, before: Field): Field {
  const { type } = before;
  const [maxLength, minLength] = [textOf(given['maxLength']), textOf(given['minLength'])];
  const first = Array.isArray(given['defaultValue']) ? given['defaultValue'][0] : given['defaultValue'];
  const defaultValue = 'defaultValue' in given ? textOf(first) : before.defaultValue;
  const lookup = given['lookup'] as { relatedApp: { app: string }; relatedKeyField: string } | undefined;
  return {
    ...before,
    code: textOf(given['code']) ?? before.code,
    label: textOf(given['label']) ?? before.label ?? before.code,
    required: 'required' in given ? isTrue(given['required']) : (before.required ?? false),
    // Kintone takes the setting for any type and keeps it for five (measured by others on a real domain).
    ...(unique.includes(type) && { unique: 'unique' in given ? isTrue(given['unique']) : (before.unique ?? false) }),
    ...(choices.includes(type) && 'options' in given && { options: labelsOf(given['options']) }),
    ...(defaultValue !== undefined && { defaultValue }),
    ...('defaultNowValue' in given && { defaultsToNow: isTrue(given['defaultNowValue']) }),
    ...(maxLength !== undefined && { maxLength: Number(maxLength) }),
    ...(minLength !== undefined && { minLength: Number(minLength) }),
    ...(lookup && { lookup: { app: lookup.relatedApp.app, field: lookup.relatedKeyField } }),
  };
}

const optionsOf = (given: unknown): [string, { label: string; index: string }][] =>
  Object.entries((given ?? {}) as Record<string, { label: string; index: string }>);
const labelsOf = (given: unknown): string[] =>
  optionsOf(given)
    .toSorted(([, left], [, right]) => Number(left.index) - Number(right.index))
    .map(([, { label }]) => label);

const codeNotFound = (code: string): KintoneError =>
  new KintoneError(400, 'GAIA_FC01', `指定されたフィールド（code: ${code}）が見つかりません。`);

/**
 * `POST preview/app/form/fields.json`: a code, type and label for each, no code twice; the key of an option is its
 * label (https://cybozu.dev/ja/kintone/docs/rest-api/apps/form/add-form-fields/).
 */
export function addFields(form: PreviewForm, given: Properties): void {
  for (const [code, field] of Object.entries(given)) {
    const at = `properties[${code}]`;
    const type = String(field['type']);
    if (!known.includes(type) || (system as readonly string[]).includes(type))
      throw invalidInput({ [`${at}.type`]: { messages: ['Enum値のいずれかでなければなりません。'] } });
    for (const name of ['code', 'label'])
      if (textOf(field[name]) === undefined) throw invalidInput({ [`${at}.${name}`]: { messages: ['必須です。'] } });
    if (!/^[\p{L}\p{N}_＿･・＄￥ー]+$/u.test(code) || /^\p{N}/u.test(code) || field['code'] !== code)
      throw invalidInput({ [`${at}.code`]: { messages: ['フィールドコードに使用できない文字があります。'] } });
    if (form.fields.has(code))
      throw invalidInput({ [`${at}.code`]: { messages: ['値がほかのフィールドコードと重複しています。'] } });
    if (optionsOf(field['options']).some(([key, { label }]) => key !== label))
      throw invalidInput({ [`${at}.options`]: { messages: ['選択肢名とlabelが一致していません。'] } });
    form.fields.set(code, fieldFrom(field, { code, type: type as FieldType }));
  }
}

/**
 * `PUT preview/app/form/fields.json`: settings left out stay, options left out go
 * (https://cybozu.dev/ja/kintone/docs/rest-api/apps/form/update-form-fields/).
 */
export function changeFields(form: PreviewForm, given: Properties): void {
  for (const [code, change] of Object.entries(given)) {
    const before = form.fields.get(code);
    if (!before) throw codeNotFound(code);
    const after = fieldFrom(change, before);
    if (after.code !== code && form.fields.has(after.code))
      throw invalidInput({
        [`properties[${code}].code`]: { messages: ['値がほかのフィールドコードと重複しています。'] },
      });
    // The fields keep their places.
    form.fields = new Map(
      Array.from(form.fields, ([one, field]) => (one === code ? [after.code, after] : [one, field])),
    );
    if (after.code !== code) form.formerCodes.set(after.code, form.formerCodes.get(code) ?? code);
    const renamed = optionsOf(change['options']).filter(([key, { label }]) => key !== label);
    if (renamed.length > 0)
      form.formerOptions.set(after.code, new Map(renamed.map(([key, { label }]) => [label, key])));
  }
}

/** `DELETE preview/app/form/fields.json`. */
export function deleteFields(form: PreviewForm, codes: readonly string[]): void {
  for (const code of codes) if (!form.fields.delete(code)) throw codeNotFound(code);
}
