import type { App } from './app';
import type { Emulator, LocalClock, WireRequest, WireResponse } from '../platform/index';
import { appOperations } from './app-operations';
import { KintoneError } from './errors';
import { appOf, BulkFailure, bulkRequest, nameOf, readsOf, writes, type Parameters } from './operations';
import { RecordStore } from './record-store';
import { Webhooks } from './webhooks';
import { actorOf, type Actor, type Right } from './tokens';

export interface KintoneOptions {
  clock: LocalClock;
  /** File of the records; undefined keeps them in memory. */
  journalPath?: string | undefined;
  /** Password of the staff, and the beginning of each app's token (tokens.ts). */
  secret: string;
  /** By app number, e.g. `{ '1': recordApps.devices }`. */
  apps: Record<string, App>;
  /** The number of the guest space that all apps are in. @default in none */
  guestSpace?: string;
  /** Called at each change for the address of the webhooks; undefined while there is none. */
  webhook?: (() => string | undefined) | undefined;
}

/** Kintone, with what its users do in the browser. */
export interface KintoneEmulator extends Emulator {
  /** Apps whose maintenance mode is on, by number: their records cannot be read or written. */
  readonly inMaintenance: Set<string>;
  /** What the token of each app may do, by number; people change it in the app's settings. */
  readonly tokenRights: Map<string, readonly Right[]>;
  /** Resolves when every webhook so far got its response or was given up. */
  webhooksSettled: () => Promise<void>;
  /** Gives an app another name. */
  renameApp: (app: string, name: string) => void;
}

/**
 * Requests that a domain accepts at once
 * (https://cybozu.dev/ja/kintone/docs/rest-api/overview/kintone-rest-api-overview/).
 */
const mostAtOnce = 100;

const rights: Record<string, Right> = { GET: 'view', POST: 'add', PUT: 'edit', DELETE: 'delete' };
/** Operations on records whose method does not tell the right. */
const ownRights: Record<string, Right> = { 'POST record/comment': 'view' };

/** The method that a request means: a GET with a long query travels as a POST. */
const methodOf = (request: WireRequest): string =>
  request.method === 'POST' && request.headers['x-http-method-override']?.toUpperCase() === 'GET'
    ? 'GET'
    : request.method;

const operationOf = (request: WireRequest): string => `${methodOf(request)} ${request.url.split('?')[0]}`;

class EmulatedKintone implements KintoneEmulator {
  readonly inMaintenance = new Set<string>();
  readonly tokenRights = new Map<string, readonly Right[]>();
  readonly operationOf = operationOf;
  readonly #reads: ReturnType<typeof readsOf>;
  readonly #webhooks: Webhooks;
  #running = 0;

  constructor(
    private readonly store: RecordStore,
    private readonly options: KintoneOptions,
  ) {
    const { clock, webhook } = options;
    this.#reads = readsOf(store);
    this.#webhooks = new Webhooks(store, clock, () => webhook?.());
    this.#grantRights();
  }

  async respond(request: WireRequest): Promise<WireResponse> {
    this.#running += 1;
    const headers = {
      'X-ConcurrencyLimit-Limit': String(mostAtOnce),
      'X-ConcurrencyLimit-Running': String(this.#running),
    };
    try {
      if (this.#running > mostAtOnce)
        throw new KintoneError(429, 'GAIA_TO04', 'APIの同時リクエスト数が上限を超えています。');
      // Requests that arrive together must count together, as on a server that takes time.
      await new Promise(setImmediate);
      return toWire(200, await this.#run(request), headers);
    } catch (error) {
      if (error instanceof KintoneError) return refusalToWire(error, headers);
      if (!(error instanceof BulkFailure)) throw error;
      const results = [...Array.from({ length: error.index }, () => ({})), error.reason.body()];
      return refusalToWire(error.reason, headers, { results });
    } finally {
      this.#running -= 1;
    }
  }

  /** Kintone's documentation, "Common REST API errors". */
  fault(kind: 'throttled' | 'failed'): WireResponse {
    return refusalToWire(
      kind === 'throttled'
        ? new KintoneError(429, 'CB_TR01', 'Too many requests. Please wait and try again.')
        : new KintoneError(520, 'GAIA_UN03', 'An unexpected error occurred on the server.'),
    );
  }

  webhooksSettled(): Promise<void> {
    return this.#webhooks.settled();
  }

  renameApp(app: string, name: string): void {
    const { live, preview } = this.store.settings(app) ?? {};
    for (const form of [live, preview]) if (form) form.name = name;
  }

  async reset(): Promise<void> {
    this.inMaintenance.clear();
    this.#grantRights();
    await this.store.reset();
  }

  async close(): Promise<void> {
    await this.#webhooks.settled();
    await this.store.close();
  }

  #grantRights(): void {
    this.tokenRights.clear();
    for (const [id, app] of Object.entries(this.options.apps)) this.tokenRights.set(id, app.tokenRights);
  }

  async #run(request: WireRequest): Promise<unknown> {
    const { store } = this;
    const { secret, guestSpace } = this.options;
    const name = `${methodOf(request)} ${nameOf(request.url)}`;
    const [read, write, setting] = [this.#reads[name], writes[name], appOperations[name]];
    if (!read && !write && !setting && name !== 'POST bulkRequest')
      throw new KintoneError(501, 'EMULATOR_UNSUPPORTED', `${operationOf(request)} is not supported by this emulator`);
    const actor = actorOf(request, secret, this.tokenRights);
    if (/^\/k\/guest\/(\d+)\//.exec(request.url)?.[1] !== guestSpace)
      throw new KintoneError(400, 'GAIA_IL23', '不正なリクエストです。ゲストスペースの指定が正しくありません。');
    const parameters = parametersOf(request);
    if (setting) {
      actor.require(undefined, undefined);
      return setting({ store, guestSpace }, parameters);
    }
    if (name === 'POST bulkRequest')
      return store.write(
        (draft) => bulkRequest(draft, parameters, (each, payload) => this.#requireRights(actor, each, payload)),
        actor.manages,
      );
    this.#requireRights(actor, name, parameters);
    if (read) return read(parameters);
    const written = write && (await store.write((draft) => write(draft, parameters), actor.manages));
    this.#webhooks.announce(name, parameters, written);
    return written;
  }

  /** Refuses what the actor may not do in an app, and what nobody may while it is in maintenance. */
  #requireRights(actor: Actor, name: string, parameters: Parameters): void {
    const [method = '', path = ''] = name.split(' ');
    const app = appOf(parameters);
    // A token that may view or add records may read an app's settings.
    if (path.startsWith('app/')) return actor.require(app, 'view');
    actor.require(app, ownRights[name] ?? rights[method]);
    if (this.inMaintenance.has(app))
      throw new KintoneError(403, 'GAIA_NO02', 'アプリがメンテナンスモードのため、操作できません。');
  }
}

/** Kintone's REST API, as its official client speaks it (see README.md). */
export async function createKintoneEmulator(options: KintoneOptions): Promise<KintoneEmulator> {
  return new EmulatedKintone(await RecordStore.open(options.apps, options.clock, options.journalPath), options);
}

const refusalToWire = (
  error: KintoneError,
  headers: Record<string, string> = {},
  body: unknown = error.body(),
): WireResponse => toWire(error.status, body, { ...headers, 'X-Cybozu-Error': error.code });

function toWire(status: number, body: unknown, headers: Record<string, string>): WireResponse {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
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
