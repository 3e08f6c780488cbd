import * as z from 'zod/mini';
import { defaultAppIds, recordApps, type RecordAppKey } from './record-system';

const appSettings = z.strictObject({
  /** Kintone's number of the app. */
  id: z.optional(z.string().check(z.regex(/^[0-9]+$/, 'digits'))),
  /** Field codes by the names of record-system.ts, for fields whose codes differ from the ones there. */
  fields: z.optional(z.record(z.string(), z.string().check(z.minLength(1)))),
});

/** A company's own numbers and field codes; for those left out, record-system.ts applies. */
export const recordSettingsSchema = z.strictObject({
  devices: z.optional(appSettings),
  repairs: z.optional(appSettings),
  workRecords: z.optional(appSettings),
  requests: z.optional(appSettings),
});
export type RecordSettings = z.output<typeof recordSettingsSchema>;

/** By the portal's names for the fields of an app. */
export type FieldCodes<K extends RecordAppKey> = Readonly<Record<keyof (typeof recordApps)[K]['fields'], string>>;

/** Number and field codes of an app under a company's settings; throws if they name an unknown field. */
export function appWith<K extends RecordAppKey>(
  key: K,
  settings: RecordSettings,
): { id: string; codes: FieldCodes<K> } {
  const own = settings[key];
  const codes = Object.fromEntries(Object.entries(recordApps[key].fields).map(([name, { code }]) => [name, code]));
  for (const [name, code] of Object.entries(own?.fields ?? {})) {
    if (!(name in codes))
      throw new Error(`The app ${key} has no field "${name}"; it has: ${Object.keys(codes).join(', ')}`);
    codes[name] = code;
  }
  return { id: own?.id ?? defaultAppIds[key], codes: codes as FieldCodes<K> };
}
