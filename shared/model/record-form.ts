import type { FieldCodes } from './record-settings';
import { recordApps, type RecordApp, type RecordAppKey, type RecordField } from './record-system';

/** A field's settings as Kintone describes them, so far as the portal depends on them. */
export interface FoundField {
  type: string;
  /** Of a STATUS: whether the app's process management is on; without it nobody can set the field. */
  enabled?: boolean;
  required?: boolean;
  unique?: boolean;
  options?: Record<string, unknown>;
  defaultValue?: unknown;
  maxLength?: string;
  minLength?: string;
  lookup?: { fieldMappings?: readonly { field: string }[] };
  /** Of a text that Kintone calculates. */
  expression?: string;
}

/** What is wrong with an app's form. `lacking`: codes of optional fields that are not there, which is no fault. */
export interface FormFaults {
  missing: string[];
  lacking: string[];
  others: string[];
}

export const fieldsWith = <K extends RecordAppKey>(key: K, codes: FieldCodes<K>): RecordField[] =>
  Object.entries<RecordField>(recordApps[key].fields).map(([name, field]) => ({
    ...field,
    code: (codes as Readonly<Record<string, string>>)[name] ?? field.code,
  }));

/** The longest text of one line that the portal writes, and the shortest. */
export const writtenLengths = { longest: 255, shortest: 1 };

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** How a field of the table differs from the one that is there. */
function faultsOf(expected: RecordField, found: FoundField): string[] {
  const { code, type, also = [], written = false } = expected;
  const types = written ? [type] : [type, ...also];
  if (!types.some((one) => one === found.type))
    return [`the field ${code} is of type ${found.type}, not ${types.join(' or ')}`];
  if (found.enabled === false) return [`the field ${code} is off: switch process management on`];
  // The options of a STATUS are the states of the app's process management, which the form does not show.
  const options = found.type === 'STATUS' ? [] : (expected.options ?? []);
  const lacking = options.filter((option) => !(option in (found.options ?? {})) && !expected.mayLack?.includes(option));
  return [
    ...(expected.unique && found.unique !== true ? [`the field ${code} allows duplicates`] : []),
    ...(lacking.length > 0 ? [`the field ${code} lacks the options ${lacking.join(', ')}`] : []),
    ...(written ? refusalsOf(expected, found) : []),
    ...beginningOf(expected, found),
  ];
}

/** Written fields that take no value: calculated texts, and those that a lookup fills (kintone.dev, "Add record"). */
function deafFields(fields: readonly RecordField[], found: Readonly<Record<string, FoundField | undefined>>): string[] {
  const lookups = Object.entries(found).flatMap(([code, field]) =>
    (field?.lookup?.fieldMappings ?? []).map((mapping) => [mapping.field, code] as const),
  );
  const filledBy = new Map(lookups);
  return fields.flatMap(({ code, written }) => {
    const lookup = filledBy.get(code);
    const why = found[code]?.expression ? 'is calculated' : lookup && `is filled by the lookup ${lookup}`;
    return written && why ? [`the field ${code} ${why}: what the portal writes is lost or refused`] : [];
  });
}

/** A field that the portal leaves out of its records begins with the default of the form: a stage of 完了 ends them. */
function beginningOf({ code, defaultValue }: RecordField, found: FoundField): string[] {
  const isOther = defaultValue !== undefined && !isBlank(found.defaultValue) && found.defaultValue !== defaultValue;
  return isOther ? [`the field ${code} begins as ${String(found.defaultValue)}, not ${defaultValue}`] : [];
}

/** Why a field would refuse what the portal writes. */
function refusalsOf({ code, unique, required }: RecordField, found: FoundField): string[] {
  const [longest, shortest] = [Number(found.maxLength || Infinity), Number(found.minLength || 0)];
  return [
    ...(found.unique === true && !unique
      ? [`the field ${code} prohibits duplicates: a second request is refused`]
      : []),
    ...(found.required === true && !required
      ? [`the field ${code} is required, and the portal may leave it empty`]
      : []),
    ...(found.lookup !== undefined ? [`the field ${code} is a lookup: a value unknown there is refused`] : []),
    ...(longest < writtenLengths.longest ? [`the field ${code} takes only ${longest} characters`] : []),
    ...(shortest > writtenLengths.shortest ? [`the field ${code} wants ${shortest} characters or more`] : []),
  ];
}

/** Compares an app's form with the portal's table; no field of the company's own may refuse what the portal writes. */
export function formFaults(
  app: RecordApp,
  fields: readonly RecordField[],
  found: Readonly<Record<string, FoundField | undefined>>,
): FormFaults {
  const absent = fields.filter(({ code }) => !found[code]);
  const others = fields.flatMap((field) => {
    const there = found[field.code];
    return there ? faultsOf(field, there) : [];
  });
  const own = Object.entries(found).filter(([code]) => !fields.some((field) => field.code === code));
  const demanding = app.tokenRights.includes('add')
    ? own.filter(([, field]) => field?.required === true && field.type !== 'CALC' && isBlank(field.defaultValue))
    : [];
  return {
    missing: absent.filter(({ optional }) => !optional).map(({ code }) => `the field ${code} is missing`),
    lacking: absent.filter(({ optional }) => optional).map(({ code }) => code),
    others: [
      ...others,
      ...deafFields(fields, found),
      ...demanding.map(([code]) => `the field ${code} is required and has no default value: every request is refused`),
    ],
  };
}
