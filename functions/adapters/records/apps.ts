import { appWith, recordSettingsSchema, type FieldCodes } from '#shared/model/record-settings';
import type { RecordAppKey } from '#shared/model/record-system';
import { optionalEnv } from '../../runtime/environment';

export interface RecordAppAt<K extends RecordAppKey> {
  /** Kintone's number of the app. */
  id: string;
  /** Field codes by the names of shared/model/record-system.ts. */
  codes: FieldCodes<K>;
}

/** The id of an app in the record system, and the codes of its fields. */
export function appOf<K extends RecordAppKey>(key: K): RecordAppAt<K> {
  return appWith(key, recordSettingsSchema.parse(JSON.parse(optionalEnv('RECORD_APPS') ?? '{}')));
}
