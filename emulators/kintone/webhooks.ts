import { randomUUID } from 'node:crypto';
import type { LocalClock } from '../platform/index';
import { showRecord } from './field-values';
import type { Parameters } from './operations';
import type { RecordStore, StoredRecord } from './record-store';
import type { RecordUpdate } from './write-records';

/**
 * Webhooks that a domain sends in a minute; later ones are lost
 * (https://jp.kintone.help/k/ja/app/set_webhook/webhook).
 */
const mostAMinute = 60;
/** How long Kintone waits for a response, in milliseconds. */
const patience = 10_000;

const kinds: Readonly<Record<string, 'ADD_RECORD' | 'UPDATE_RECORD'>> = {
  'POST record': 'ADD_RECORD',
  'PUT record': 'UPDATE_RECORD',
};

/**
 * Sends a webhook for each change of a single record, without a signature and once, whatever the response. What writes
 * several records at once (`records.json`, bulkRequest, files) sends none. The body is the documented one
 * (https://jp.kintone.help/k/ja/app/set_webhook/webhook_notification).
 */
export class Webhooks {
  #minute = 0;
  #sent = 0;
  readonly #running = new Set<Promise<unknown>>();

  constructor(
    private readonly store: RecordStore,
    private readonly clock: LocalClock,
    private readonly address: () => string | undefined,
  ) {}

  /** Tells of a write that was made; `written` is the response to it. */
  announce(operation: string, parameters: Parameters, written: unknown): void {
    const type = kinds[operation];
    const url = this.address();
    if (type === undefined || url === undefined || !this.#admits()) return;
    const app = String(parameters['app']);
    const { fields } = this.store.app(app);
    const record = this.#recordOf(app, parameters, written);
    const id = record?.id ?? '';
    const body = JSON.stringify({
      id: randomUUID(),
      type,
      app: { id: app, name: this.store.settings(app)?.live?.name ?? '' },
      ...(record && { record: showRecord(record, fields) }),
      recordTitle: String(id),
      url: `https://example.cybozu.com/k/${app}/show#record=${id}`,
    });
    const headers = { 'content-type': 'application/json' };
    const sending = fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(patience) })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined)
      .finally(() => this.#running.delete(sending));
    this.#running.add(sending);
  }

  /** Resolves when every webhook so far got its response or was given up. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  #recordOf(app: string, parameters: Parameters, written: unknown): StoredRecord | undefined {
    const { records } = this.store.app(app);
    const { id, updateKey: key } = { ...parameters, ...(written as object) } as RecordUpdate;
    if (!key) return records.get(Number(id));
    return [...records.values()].find(({ values }) => values[key.field] === String(key.value));
  }

  #admits(): boolean {
    const minute = Math.floor(this.clock.now() / 60_000);
    if (minute !== this.#minute) [this.#minute, this.#sent] = [minute, 0];
    this.#sent += 1;
    return this.#sent <= mostAMinute;
  }
}
