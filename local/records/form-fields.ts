import type { RecordApp, RecordField } from '#shared/model/record-system';

/**
 * The settings of an app's fields as Kintone describes them
 * (https://cybozu.dev/ja/kintone/docs/rest-api/apps/form/get-form-fields/).
 */
export function formFields(app: RecordApp): Record<string, unknown> {
  return describeAll(app.fields);
}

function describeAll(fields: Readonly<Record<string, RecordField>>): Record<string, unknown> {
  return Object.fromEntries(Object.values(fields).map((field) => [field.code, describe(field)]));
}

function describe(field: RecordField): Record<string, unknown> {
  const { type, code } = field;
  const base = { type, code, label: code, noLabel: false };
  if (type === 'RECORD_NUMBER' || type === 'CREATED_TIME' || type === 'UPDATED_TIME') return base;
  if (type === 'SUBTABLE') return { ...base, fields: describeAll(field.fields ?? {}) };
  const common = { ...base, required: field.required ?? false };
  if (type === 'DROP_DOWN' || type === 'CHECK_BOX') {
    const options = Object.fromEntries(
      (field.options ?? []).map((label, index) => [label, { label, index: String(index) }]),
    );
    return {
      ...common,
      options,
      defaultValue: type === 'CHECK_BOX' ? [] : '',
      ...(type === 'CHECK_BOX' && { align: 'HORIZONTAL' }),
    };
  }
  return type === 'MULTI_LINE_TEXT'
    ? { ...common, defaultValue: '' }
    : { ...common, unique: field.unique ?? false, defaultValue: '' };
}
