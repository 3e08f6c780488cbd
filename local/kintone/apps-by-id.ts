import { defaultAppIds, recordApps, type RecordApp, type RecordAppKey } from '#shared/model/record-system';

/** The product's four apps by the numbers they have in the record system. */
export function appsById(appIds: Readonly<Record<RecordAppKey, string>> = defaultAppIds): Record<string, RecordApp> {
  const keys = Object.keys(recordApps) as RecordAppKey[];
  return Object.fromEntries(keys.map((key) => [appIds[key], recordApps[key]]));
}
