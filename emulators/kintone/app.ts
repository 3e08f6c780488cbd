/** A field's type in Kintone's own words (https://cybozu.dev/ja/kintone/docs/overview/field-types/). */
export type FieldType =
  | 'RECORD_NUMBER'
  | 'CREATOR'
  | 'CREATED_TIME'
  | 'MODIFIER'
  | 'UPDATED_TIME'
  | 'SINGLE_LINE_TEXT'
  | 'MULTI_LINE_TEXT'
  | 'NUMBER'
  | 'DATE'
  | 'DATETIME'
  | 'DROP_DOWN'
  | 'RADIO_BUTTON'
  | 'CHECK_BOX'
  | 'CALC'
  | 'STATUS';

export interface Field {
  /** The field code that requests use. */
  code: string;
  type: FieldType;
  /** The name on the form; the code if left out. */
  label?: string;
  required?: boolean;
  /** No two records have the same value; a record can be updated by it. */
  unique?: boolean;
  /** The value of a new record that names none. */
  defaultValue?: string;
  /** Whether that value is the day or time at which the record is added. */
  defaultsToNow?: boolean;
  /** The longest and shortest value, in characters; checked for a value that is given. */
  maxLength?: number;
  minLength?: number;
  /** The app that a lookup takes the value from; such a field refuses a value that is unknown there. */
  lookup?: { app: string; field: string };
  /** The options of a DROP_DOWN, RADIO_BUTTON, CHECK_BOX or STATUS. */
  options?: readonly string[];
}

/** An app as it is when the emulator is made. */
export interface App {
  name: string;
  /** What the app's API token may do. */
  tokenRights: readonly ('view' | 'add' | 'edit' | 'delete')[];
  /** By any name. */
  fields: Readonly<Record<string, Field>>;
}

/** A time without its seconds, which Kintone does not keep. */
export function toMinute(time: number): string {
  return `${new Date(Math.floor(time / 60_000) * 60_000).toISOString().slice(0, 19)}Z`;
}
