import { createServer, type Server } from 'node:http';
import { recordApps } from '#shared/model/record-system';
import { kintoneApps } from '../local/services/services';
import { formFields } from '#emulators/kintone/testing';

const { fields } = recordApps.devices;

interface DeviceRecord {
  id: number;
  revision: number;
  updatedAt: string;
  status: string;
}

/** A device in Kintone's form. The first 500 belong to one subscription. */
const toWire = ({ id, revision, updatedAt, status }: DeviceRecord) => ({
  $id: { type: '__ID__', value: String(id) },
  $revision: { type: '__REVISION__', value: String(revision) },
  [fields.updatedAt.code]: { type: 'UPDATED_TIME', value: updatedAt },
  [fields.serialNumber.code]: { type: 'SINGLE_LINE_TEXT', value: `RVZ-${String(id).padStart(6, '0')}` },
  [fields.status.code]: { type: 'DROP_DOWN', value: status },
  [fields.statusUpdatedAt.code]: { type: 'DATETIME', value: '2026-01-01T00:00:00Z' },
  [fields.stripeSubscriptionId.code]: {
    type: 'SINGLE_LINE_TEXT',
    value: `sub_${id <= 500 ? 'large' : Math.ceil(id / 5)}`,
  },
  [fields.deviceCategory.code]: { type: 'DROP_DOWN', value: 'サブスク' },
  [fields.subscriptionRentalAvailability.code]: { type: 'DROP_DOWN', value: null },
});

/**
 * A record system that only hands out pages, so that it adds little to the measured time; the emulator checks
 * queries and sorts for each page. It knows the two conditions that the mirroring uses; other apps are empty.
 */
export class RecordPages {
  requests = 0;
  readonly #records: DeviceRecord[];
  readonly #server: Server;

  constructor(count: number) {
    this.#records = Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      revision: 1,
      updatedAt: '2026-01-01T00:00:00Z',
      status: '出荷',
    }));
    this.#server = createServer((incoming, outgoing) => {
      this.requests += 1;
      const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://records');
      const body = pathname.endsWith('fields.json') ? this.#form(searchParams) : this.#recordsBody(searchParams);
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  }

  #form(parameters: URLSearchParams) {
    const [, app] = Object.entries(kintoneApps).find(([id]) => id === parameters.get('app')) ?? [];
    return { properties: formFields(Object.values(app?.fields ?? {})), revision: '1' };
  }

  #recordsBody(parameters: URLSearchParams) {
    const counts = parameters.get('totalCount') === 'true';
    const records = parameters.get('app') === '1' && !counts ? this.#page(parameters.get('query') ?? '') : [];
    return { records, totalCount: counts ? String(this.#records.length) : null };
  }

  #page(query: string) {
    const after = Number(/\$id > "(\d+)" order/.exec(query)?.[1] ?? 0);
    const since = /更新日時 >= "([^"]+)"/.exec(query)?.[1] ?? '';
    return this.#records
      .slice(after)
      .filter((record) => record.updatedAt >= since)
      .slice(0, 500)
      .map(toWire);
  }

  /** Changes this many devices, spread over all of them. */
  change(count: number): void {
    const updatedAt = new Date().toISOString().replace(/\d\d\.\d+Z$/, '00Z');
    for (let index = 0; index < count; index += 1) {
      const record = this.#records[Math.floor((index * this.#records.length) / count)];
      if (record) Object.assign(record, { revision: record.revision + 1, updatedAt, status: '返却' });
    }
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    return `http://localhost:${typeof address === 'object' && address ? address.port : 0}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
