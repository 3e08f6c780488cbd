import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { defaultAppIds, recordApps, type RecordAppKey } from '#shared/model/record-system';
import type { StaffAuth } from '#emulators/kintone';

/** Values of a record by field code. */
export type Values = Record<string, string | null>;
type StoredRecord = { $id: { value: string } } & Record<string, { value: unknown }>;

const wrapped = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([code, value]) => [code, { value }]));

/** The staff's work in the record system. Everything throws with Kintone's own words where it refuses. */
export class Staff {
  readonly #records: KintoneRestAPIClient['record'];

  constructor(baseUrl: string, auth: StaffAuth) {
    // The client accepts http only from a host with this name.
    this.#records = new KintoneRestAPIClient({ baseUrl: baseUrl.replace('//127.0.0.1:', '//localhost:'), auth }).record;
  }

  /** Adds records; returns their ids in order. */
  async add(app: RecordAppKey, records: readonly Values[]): Promise<string[]> {
    const added = await this.#records.addAllRecords({ app: defaultAppIds[app], records: records.map(wrapped) });
    return added.records.map(({ id }) => id);
  }

  /** The records of an app that match a condition of Kintone's query language, at most a hundred. */
  async search(app: RecordAppKey, query: string): Promise<StoredRecord[]> {
    const { records } = await this.#records.getRecords({ app: defaultAppIds[app], query });
    return records as unknown as StoredRecord[];
  }

  /** Changes up to a hundred records of an app, each by its id, in one request. */
  async changeAll(app: RecordAppKey, changes: readonly { id: string; values: Values }[]): Promise<void> {
    const records = changes.map(({ id, values }) => ({ id, record: wrapped(values) }));
    await this.#records.updateRecords({ app: defaultAppIds[app], records });
  }

  /** Changes the only record of an app whose field holds exactly this text. */
  async change(app: RecordAppKey, code: string, text: string, values: Values): Promise<void> {
    const [record] = await this.search(app, `${code} = "${text}"`);
    if (!record) throw new Error(`The record system has no record in ${app} with ${code} = ${text}`);
    await this.#records.updateRecord({ app: defaultAppIds[app], id: record.$id.value, record: wrapped(values) });
  }

  /** The device requests for a device. */
  requestsFor(serialNumber: string): Promise<StoredRecord[]> {
    return this.search('requests', `${recordApps.requests.fields.serialNumber.code} = "${serialNumber}"`);
  }
}
