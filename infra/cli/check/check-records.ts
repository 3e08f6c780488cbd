import { KintoneRestAPIError, type KintoneRestAPIClient } from '@kintone/rest-api-client';
import { appWith, type RecordSettings } from '#shared/model/record-settings';
import { recordApps, type RecordApp, type RecordAppKey, type RecordField } from '#shared/model/record-system';
import { asFinding, ok, wrong, type Finding } from './finding';

/** An app with its name and number in this stage. */
export interface ExpectedApp {
  name: string;
  id: string;
  fields: RecordApp['fields'];
}

/** The four apps under a stage's own numbers and field codes; throws if these name an unknown field. */
export function expectedApps(settings: RecordSettings): ExpectedApp[] {
  return (Object.keys(recordApps) as RecordAppKey[]).map((key) => {
    const { id, codes } = appWith(key, settings);
    const own = codes as Readonly<Record<string, string>>;
    const fields = Object.entries(recordApps[key].fields).map(([name, field]): [string, RecordField] => [
      name,
      { ...field, code: own[name] ?? field.code },
    ]);
    return { name: recordApps[key].name, id, fields: Object.fromEntries(fields) };
  });
}

interface FoundField {
  type: string;
  unique?: boolean;
  options?: Record<string, unknown>;
}

/** The differences of a field from the expected one. */
function differences(expected: RecordField, found: FoundField | undefined): string[] {
  if (!found) return [`the field ${expected.code} is missing`];
  if (found.type !== expected.type)
    return [`the field ${expected.code} is of type ${found.type}, not ${expected.type}`];
  const missing = (expected.options ?? []).filter((option) => !(option in (found.options ?? {})));
  return [
    ...(expected.unique && found.unique === false ? [`the field ${expected.code} allows duplicates`] : []),
    ...(missing.length > 0 ? [`the field ${expected.code} lacks the options ${missing.join(', ')}`] : []),
  ];
}

async function checkApp(client: KintoneRestAPIClient, { name, id, fields }: ExpectedApp): Promise<Finding[]> {
  const what = `Kintone app ${id} (${name})`;
  try {
    const { properties } = await client.app.getFormFields({ app: id });
    const found = properties as Record<string, FoundField | undefined>;
    const wrongs = Object.values(fields).flatMap((field) => differences(field, found[field.code]));
    return wrongs.length === 0
      ? [ok(what, `all ${Object.keys(fields).length} fields as expected`)]
      : wrongs.map((say) => wrong(what, say));
  } catch (error) {
    if (!(error instanceof KintoneRestAPIError)) throw error;
    return [
      wrong(
        what,
        `${error.status} ${error.code}: ${error.message} ` +
          '(is the number right, and does the secret hold a token of this app?)',
      ),
    ];
  }
}

/** Whether the apps of a Kintone domain have the fields that the portal reads and writes. Changes nothing. */
export async function checkRecords(client: KintoneRestAPIClient, apps: readonly ExpectedApp[]): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const app of apps)
    found.push(...(await asFinding(`Kintone app ${app.id} (${app.name})`, () => checkApp(client, app))));
  return found;
}
