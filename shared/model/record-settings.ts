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

const text = z.string().check(z.minLength(1));

/** The stage's secret of the record system; every value is text or an object of texts. */
export const recordSecretSchema = z.object({
  /** API tokens, one for each app, joined by commas; Kintone takes nine at most in one request. */
  apiToken: text,
  /** If the domain asks for basic authentication. */
  basicAuth: z.optional(z.object({ username: text, password: text })),
  /** If the domain admits only clients with a certificate: the PFX file in base64, and its password. */
  clientCertificate: z.optional(z.object({ pfx: text, password: z.string() })),
});
type RecordSecret = z.output<typeof recordSecretSchema>;
/** What a domain may ask of every client, beside who it is. */
export type RecordAccess = Pick<RecordSecret, 'basicAuth' | 'clientCertificate'>;

interface RecordPlace {
  /** `https://<name>.cybozu.com`, no trailing slash. */
  baseUrl: string;
  /** Kintone's number of the guest space with the apps; undefined if they are in none. */
  guestSpace?: string | undefined;
}

/** The options of the official client for any credentials, beside its time limit: the one place that makes them. */
export const connectionAs = <A>(
  auth: A,
  { basicAuth, clientCertificate }: RecordAccess,
  { baseUrl, guestSpace }: RecordPlace,
) => ({
  baseUrl,
  auth,
  ...(guestSpace !== undefined && { guestSpaceId: guestSpace }),
  ...(basicAuth && { basicAuth }),
  ...(clientCertificate && {
    clientCertAuth: { pfx: Buffer.from(clientCertificate.pfx, 'base64'), password: clientCertificate.password },
  }),
});

/** The same with the tokens of the stage's secret. */
export const connectionOf = (
  { apiToken, ...access }: Pick<RecordSecret, 'apiToken' | keyof RecordAccess>,
  place: RecordPlace,
) => connectionAs({ apiToken: apiToken.split(',').map((token) => token.trim()) }, access, place);
