import { KintoneRestAPIClient, KintoneRestAPIError } from '@kintone/rest-api-client';
import { randomUUID } from 'node:crypto';
import { Differs, NotTried, type Environment, type OpenService } from '../../platform/facts';
import { requestApp } from './request-app';

/** The tool of Kintone's facts: the official client on an app of requests that may be filled with test records. */
export interface KintoneSandbox {
  readonly client: KintoneRestAPIClient;
  /** Number of the app of requests. */
  readonly app: string;
  /** A record that the portal could add, under a new id; its values can be replaced. */
  readonly record: (values?: Record<string, unknown>) => Record<string, { value: unknown }>;
  /** Adds such a record, and removes it when the fact ends. */
  readonly add: (values?: Record<string, unknown>) => Promise<{ id: string; requestId: string }>;
  /** Removes a record that was added otherwise when the fact ends. */
  readonly take: (id: string) => void;
  /** The headers of a response. */
  readonly headers: () => Promise<Headers>;
  /** Status and code of the refusal of a request; not tried if it is not refused by Kintone. */
  readonly refusal: (request: Promise<unknown>) => Promise<Refusal>;
}

interface Refusal {
  status: number;
  code: string;
  /** The places of the values that are refused. */
  places: string[];
}

async function refusalOf(request: Promise<unknown>): Promise<Refusal> {
  const error: unknown = await request.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (error === undefined) throw new Differs('the request', 'refused', 'done');
  if (!(error instanceof KintoneRestAPIError)) throw error;
  return {
    status: error.status,
    code: error.code ?? '',
    places: Object.keys((error.errors as Record<string, unknown> | undefined) ?? {}),
  };
}

interface TestApp extends Pick<KintoneSandbox, 'client' | 'app' | 'headers'> {
  readonly target: string;
}

/**
 * The client for the environment: `KINTONE_BASE_URL`, `KINTONE_FACTS_APP` (the number of an app of requests as
 * `npm run records` makes it, for tests alone) and `KINTONE_FACTS_TOKEN` with the rights to view, add, edit and delete
 * its records. Throws before any request if one is missing.
 */
export function clientFrom(environment: Environment): TestApp {
  const [baseUrl = '', app = '', apiToken = ''] = ['KINTONE_BASE_URL', 'KINTONE_FACTS_APP', 'KINTONE_FACTS_TOKEN'].map(
    (name) => environment[name],
  );
  if (!/^https?:\/\//.test(baseUrl) || !/^[0-9]+$/.test(app) || apiToken === '')
    throw new Error(
      'Set KINTONE_BASE_URL, KINTONE_FACTS_APP (an app of requests for tests alone) and KINTONE_FACTS_TOKEN ' +
        '(its token, with the rights to view, add, edit and delete records).',
    );
  return {
    client: new KintoneRestAPIClient({ baseUrl, auth: { apiToken } }),
    app,
    target: `${baseUrl}, app ${app}`,
    headers: async () => {
      const address = new URL(`/k/v1/app/form/fields.json?app=${app}`, baseUrl);
      return (await fetch(address, { headers: { 'X-Cybozu-API-Token': apiToken } })).headers;
    },
  };
}

/** Opens the app; refuses one that has records of others. */
export async function openSandbox({ client, app, target, headers }: TestApp): Promise<OpenService<KintoneSandbox>> {
  const { fields } = requestApp;
  const own = 'facts-';
  const { records } = await client.record.getRecords({ app, query: 'limit 100', fields: [fields.requestId.code] });
  if (records.some((record) => !JSON.stringify(record[fields.requestId.code]?.value).startsWith(`"${own}`)))
    throw new NotTried(`The app ${app} has records of others: name an app for tests alone`);
  const record: KintoneSandbox['record'] = (values = {}) => {
    const all = {
      [fields.requestId.code]: `${own}${randomUUID()}`,
      [fields.receiptNumber.code]: 'R-20270101-FACTS',
      [fields.kind.code]: '返却',
      [fields.serialNumber.code]: 'FACTS-1',
      [fields.notes.code]: '',
      ...values,
    };
    return Object.fromEntries(Object.entries(all).map(([code, value]) => [code, { value }]));
  };
  return {
    target,
    begin: () => {
      const made: string[] = [];
      const sandbox: KintoneSandbox = {
        client,
        app,
        record,
        refusal: refusalOf,
        headers,
        take: (id) => void made.push(id),
        async add(values) {
          const given = record(values);
          const { id } = await client.record.addRecord({ app, record: given });
          made.push(id);
          return { id, requestId: String(given[fields.requestId.code]?.value) };
        },
      };
      return Promise.resolve({
        sandbox,
        close: async () => {
          if (made.length > 0) await client.record.deleteRecords({ app, ids: made });
        },
      });
    },
    close: () => Promise.resolve(),
  };
}
