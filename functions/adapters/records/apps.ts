import { appWith, recordSettingsSchema, type FieldCodes } from '#shared/model/record-settings';
import type { RecordAppKey } from '#shared/model/record-system';
import { optionalEnv, requireEnv } from '../../runtime/environment';

/** A record as Kintone sends it: fields by their codes. */
export type KintoneRecord = Record<string, { value: unknown } | undefined>;

export interface RecordAppAt<K extends RecordAppKey> {
  /** Kintone's number of the app. */
  id: string;
  /** Field codes by the names of shared/model/record-system.ts. */
  codes: FieldCodes<K>;
}

/** The address of an app: that of its domain, its guest space and its number. */
export const sourceOf = (key: RecordAppKey): string =>
  [requireEnv('KINTONE_BASE_URL'), optionalEnv('KINTONE_GUEST_SPACE'), appOf(key).id].filter(Boolean).join('/');

/** The id of an app in the record system, and the codes of its fields. */
export function appOf<K extends RecordAppKey>(key: K): RecordAppAt<K> {
  return appWith(key, recordSettingsSchema.parse(JSON.parse(optionalEnv('RECORD_APPS') ?? '{}')));
}
