import { defaultAppIds, recordApps, type RecordAppKey } from '#shared/model/record-system';
import type { DemoRecords, RecordFields } from './demo-records';

/** Most records of one request (https://cybozu.dev/ja/kintone/docs/rest-api/records/add-records/). */
const atOnce = 100;

/** Adds demo records through the REST API at `url`; throws with Kintone's own response if one is refused. */
export async function seedRecords(options: {
  url: string;
  /** Who adds them: tokens with the right to add, or a password. */
  headers: Readonly<Record<string, string>>;
  records: DemoRecords;
  appIds?: Readonly<Record<RecordAppKey, string>>;
}): Promise<void> {
  const { url, headers, records, appIds = defaultAppIds } = options;
  const add = async (app: string, added: RecordFields[]): Promise<string[]> => {
    const ids: string[] = [];
    for (let from = 0; from < added.length; from += atOnce) {
      const response = await fetch(`${url}/k/v1/records.json`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ app, records: added.slice(from, from + atOnce) }),
      });
      if (!response.ok) throw new Error(`Seeding the record system failed: ${await response.text()}`);
      ids.push(...((await response.json()) as { ids: string[] }).ids);
    }
    return ids;
  };
  await add(appIds.devices, records.devices);
  const repairIds = await add(
    appIds.repairs,
    records.repairs.map(({ fields }) => fields),
  );
  const code = recordApps.workRecords.fields.repairRecordId.code;
  await add(
    appIds.workRecords,
    records.repairs.flatMap(({ workRecords }, index) =>
      workRecords.map((fields) => ({ ...fields, [code]: { value: repairIds[index] } })),
    ),
  );
}
