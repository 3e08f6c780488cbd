import { defaultAppIds, recordApps, type RecordAppKey } from '#shared/model/record-system';

/** Values of a record by field code. */
type Values = Record<string, string | null>;
type StoredRecord = Record<string, { value: unknown }>;

const wrapped = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([code, value]) => [code, { value }]));

/** The staff's work in the record system, by Kintone's own REST API. */
export class Staff {
  constructor(private readonly recordSystem: { url: string; headers: Readonly<Record<string, string>> }) {}

  async #send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { url, headers } = this.recordSystem;
    const response = await fetch(`${url}/k/v1/${path}`, {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`The record system returned ${response.status} for ${method} ${path}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Adds records, a hundred per request as Kintone allows; returns their ids in order. */
  async add(app: RecordAppKey, records: readonly Values[]): Promise<string[]> {
    const ids: string[] = [];
    for (let from = 0; from < records.length; from += 100) {
      const body = { app: defaultAppIds[app], records: records.slice(from, from + 100).map(wrapped) };
      ids.push(...(await this.#send<{ ids: string[] }>('POST', 'records.json', body)).ids);
    }
    return ids;
  }

  /** The records of an app that match a condition of Kintone's query language, at most a hundred. */
  async search(app: RecordAppKey, condition: string): Promise<StoredRecord[]> {
    const query = new URLSearchParams({ app: defaultAppIds[app], query: condition });
    return (await this.#send<{ records: StoredRecord[] }>('GET', `records.json?${query}`)).records;
  }

  /** The records of an app whose field holds exactly this text. */
  find(app: RecordAppKey, code: string, text: string): Promise<StoredRecord[]> {
    return this.search(app, `${code} = "${text}"`);
  }

  /** Changes up to a hundred records of an app, each by its id, in one request. */
  async changeAll(app: RecordAppKey, changes: readonly { id: unknown; values: Values }[]): Promise<void> {
    const records = changes.map(({ id, values }) => ({ id, record: wrapped(values) }));
    await this.#send('PUT', 'records.json', { app: defaultAppIds[app], records });
  }

  /** Changes the only record of an app whose field holds exactly this text. */
  async change(app: RecordAppKey, code: string, text: string, values: Values): Promise<void> {
    const [record] = await this.find(app, code, text);
    if (!record) throw new Error(`The record system has no record in ${app} with ${code} = ${text}`);
    await this.#send('PUT', 'record.json', {
      app: defaultAppIds[app],
      id: record['$id']?.value,
      record: wrapped(values),
    });
  }

  /** The device requests for a device. */
  requestsFor(serialNumber: string): Promise<StoredRecord[]> {
    return this.find('requests', recordApps.requests.fields.serialNumber.code, serialNumber);
  }
}
