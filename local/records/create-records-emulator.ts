import type { RecordApp } from '#shared/model/record-system';
import type { LocalClock } from '../clock';
import type { Emulator, WireRequest, WireResponse } from '../wire';
import { Cursors } from './cursors';
import { KintoneError } from './errors';
import { BulkFailure, bulkRequest, nameOf, readsOf, writes, type Parameters } from './operations';
import { RecordStore } from './record-store';

interface RecordsOptions {
  clock: LocalClock;
  /** File of the records; undefined keeps them in memory. */
  journalPath?: string | undefined;
  /** The API token of all apps. */
  apiToken: string;
  /** By app number, e.g. `{ '1': recordApps.devices }`. */
  apps: Record<string, RecordApp>;
}

/**
 * Requests that a domain accepts at once
 * (https://cybozu.dev/ja/kintone/docs/rest-api/overview/kintone-rest-api-overview/).
 */
const mostAtOnce = 100;

/** The method that a request means: a GET with a long query travels as a POST. */
const methodOf = (request: WireRequest): string =>
  request.method === 'POST' && request.headers['x-http-method-override']?.toUpperCase() === 'GET'
    ? 'GET'
    : request.method;

const operationOf = (request: WireRequest): string => `${methodOf(request)} ${request.url.split('?')[0]}`;

/** Kintone's REST API for records, as its official client speaks it (see README.md). */
export async function createRecordsEmulator(options: RecordsOptions): Promise<Emulator> {
  const { clock, apiToken } = options;
  const store = await RecordStore.open(options.apps, clock, options.journalPath);
  const cursors = new Cursors(clock);
  const reads = readsOf(store, cursors, clock);
  let running = 0;

  async function answer(request: WireRequest): Promise<unknown> {
    const name = `${methodOf(request)} ${nameOf(request.url)}`;
    const read = reads[name];
    const write = name === 'POST bulkRequest' ? bulkRequest : writes[name];
    if (!read && !write)
      throw new KintoneError(501, 'EMULATOR_UNSUPPORTED', `${operationOf(request)} is not supported by this emulator`);
    requireToken(request, apiToken);
    const parameters = parametersOf(request);
    if (read) return read(parameters);
    return write && store.write((draft) => write(draft, parameters));
  }

  async function respond(request: WireRequest): Promise<WireResponse> {
    running += 1;
    const headers = { 'X-ConcurrencyLimit-Limit': String(mostAtOnce), 'X-ConcurrencyLimit-Running': String(running) };
    try {
      if (running > mostAtOnce)
        throw new KintoneError(
          429,
          'GAIA_TO04',
          'リクエストが多すぎます。しばらく時間をおいてから再度実行してください。',
        );
      // Requests that arrive together must count together, as on a server that takes time.
      await new Promise(setImmediate);
      return toWire(200, await answer(request), headers);
    } catch (error) {
      if (error instanceof KintoneError)
        return toWire(error.status, error.body(), { ...headers, 'X-Cybozu-Error': error.code });
      if (error instanceof BulkFailure) {
        const results = [...Array.from({ length: error.index }, () => ({})), error.reason.body()];
        return toWire(error.reason.status, { results }, { ...headers, 'X-Cybozu-Error': error.reason.code });
      }
      throw error;
    } finally {
      running -= 1;
    }
  }

  return {
    respond,
    operationOf,
    // Kintone's documentation, "Common REST API errors".
    fault(kind) {
      const error =
        kind === 'throttled'
          ? new KintoneError(429, 'CB_TR01', 'Too many requests. Please wait and try again.')
          : new KintoneError(520, 'GAIA_UN03', 'An unexpected error occurred on the server.');
      return toWire(error.status, error.body(), { 'X-Cybozu-Error': error.code });
    },
    async reset() {
      cursors.clear();
      await store.reset();
    },
    close: () => store.close(),
  };
}

function toWire(status: number, body: unknown, headers: Record<string, string>): WireResponse {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

function requireToken(request: WireRequest, apiToken: string): void {
  const given = request.headers['x-cybozu-api-token'];
  if (given === undefined) throw new KintoneError(401, 'CB_AU01', 'ログインしてください。');
  if (!given.split(',').some((token) => token.trim() === apiToken)) {
    throw new KintoneError(400, 'GAIA_IA02', '指定したAPIトークンは、アプリで生成されたトークンと異なります。');
  }
}

/** A JSON body, or a query string in which lists are written `fields[0]=…&fields[1]=…`. */
function parametersOf(request: WireRequest): Parameters {
  if (request.body.length > 0) {
    try {
      const body: unknown = JSON.parse(request.body.toString());
      if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Parameters;
    } catch {
      // refused below, like any other body that is not an object
    }
    throw new KintoneError(400, 'CB_IJ01', '不正なJSON文字列です。');
  }
  const parameters: Parameters = {};
  for (const [key, value] of new URL(request.url, 'http://records').searchParams) {
    const list = /^(\w+)\[(\d+)\]$/.exec(key);
    if (!list?.[1]) parameters[key] = value;
    else parameters[list[1]] = [...((parameters[list[1]] as unknown[] | undefined) ?? []), value];
  }
  return parameters;
}
