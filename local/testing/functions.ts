import { CreateTableCommand, DynamoDBClient, type KeySchemaElement } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { devicesIndex, documentsIndex } from '#shared/environment';
import { leaveOut } from '#emulators/aws';
import { services, type EmulatorOf, type ServiceName } from '../services/services';
import { type Emulator, serve, type Served, type WireRequest, type WireResponse } from '#emulators/platform';

/** The origin of test requests, as a browser on the portal would send it. */
export const portalOrigin = 'http://localhost:3000';

export interface ApiRequest {
  method: string;
  /** Path without query, e.g. `/api/login`. */
  path: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown;
  /** Name to value, as a browser keeps them. */
  cookies?: Record<string, string>;
  headers?: Record<string, string | undefined>;
  /** The caller's address; 203.0.113.7 by default. */
  from?: string;
}

/** The event that API Gateway (HTTP API, payload format 2.0) sends to a function for a request. */
function apiEvent(request: ApiRequest): APIGatewayProxyEventV2 {
  const { method, path, params, query, body, cookies = {}, headers = {}, from = '203.0.113.7' } = request;
  const cookieList = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  const raw = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: {
      origin: portalOrigin,
      'user-agent': 'test',
      ...(raw !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(cookieList.length > 0 && { cookies: cookieList }),
    ...(params && { pathParameters: params }),
    ...(query && { queryStringParameters: query }),
    ...(raw !== undefined && { body: raw }),
    isBase64Encoded: false,
    requestContext: {
      accountId: '000000000000',
      apiId: 'test',
      domainName: 'localhost',
      domainPrefix: 'localhost',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: from, userAgent: 'test' },
      requestId: 'request-1',
      routeKey: `${method} ${path}`,
      stage: '$default',
      time: '01/Jan/2027:00:00:00 +0000',
      timeEpoch: 0,
    },
  };
}

/** A response as a browser sees it. */
export interface ApiResponse {
  status: number;
  body: Record<string, unknown>;
  headers: Record<string, unknown>;
  /** Cookies that the response sets, name to value; a cleared one has the empty value. */
  cookies: Record<string, string>;
  /** The unparsed Set-Cookie lines, with their attributes. */
  setCookies: string[];
}

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/** Invokes a handler as Lambda would and reads its response. */
export async function invoke(handler: Handler, request: ApiRequest): Promise<ApiResponse> {
  const result = await handler(apiEvent(request), {
    awsRequestId: 'request-1',
    functionName: 'test',
    getRemainingTimeInMillis: () => 10_000,
  } as Context);
  const setCookies = result.cookies ?? [];
  return {
    status: result.statusCode ?? 200,
    body: JSON.parse(result.body ?? '{}') as Record<string, unknown>,
    headers: result.headers ?? {},
    cookies: Object.fromEntries(
      setCookies.map((line) => [
        line.slice(0, line.indexOf('=')),
        line.slice(line.indexOf('=') + 1).split(';')[0] ?? '',
      ]),
    ),
    setCookies,
  };
}

/**
 * What a request meets: `pass` lets it through, `down` hangs up, `lost` lets the service act and then hangs up, so that
 * the client cannot know; `busy` refuses it with a rate limit; `partial` leaves half of a batch of DynamoDB out. A
 * response replaces the service's own.
 */
export type Fault = 'pass' | 'down' | 'lost' | 'busy' | 'partial' | WireResponse;

const tooMany: WireResponse = {
  status: 429,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' } }),
};

/** Decides what fault each request meets, if any; while its promise is pending, the request waits. */
type FaultRule = (service: ServiceName, operation: string, request: WireRequest) => Fault | Promise<Fault>;
const noFaults: FaultRule = () => 'pass';

type Respond = (request: WireRequest) => Promise<WireResponse | 'hang-up'>;
/** The emulators that clients of this process reach without sockets (`in-process-emulators.cjs`); a bench has none. */
const { inProcessEmulators } = globalThis as {
  inProcessEmulators?: { add(port: number, respond: Respond): void; remove(port: number): void };
};

export interface Services {
  urls: Partial<Record<ServiceName, string>>;
  /** Requested operations so far, in order, as `dynamodb UpdateItem`. */
  operations: string[];
  /** From now on, this rule decides the fault of each request; before the first rule every request passes. */
  inject: (rule: FaultRule) => void;
  /** Every later request passes. */
  clearFaults: () => void;
  close: () => Promise<void>;
}

const contact = { company: '株式会社テスト', address: '東京都', telephone: '03-1111-2222', hours: '平日 10:00〜18:00' };

/**
 * Serves emulators on free ports and points the product's own settings at them. Call it once per test file, before a
 * client's first request, because an SDK client keeps the endpoint that it read at its first request.
 */
export async function startServices(
  emulators: Partial<Record<ServiceName, Pick<Emulator, 'respond' | 'operationOf'>>>,
): Promise<Services> {
  process.env['PORTAL_ORIGIN'] = portalOrigin;
  process.env['STAGE'] = 'test';
  process.env['CONTACT'] = JSON.stringify(contact);
  const served: Served[] = [];
  const urls: Services['urls'] = {};
  const operations: string[] = [];
  let rule = noFaults;
  for (const [name, emulator] of Object.entries(emulators)) {
    const service = name as ServiceName;
    const next = (request: WireRequest): Promise<WireResponse> => emulator.respond(request);
    const respond: Respond = async (request) => {
      const operation = emulator.operationOf(request);
      operations.push(`${service} ${operation}`);
      const fault = await rule(service, operation, request);
      if (fault === 'down') return 'hang-up';
      if (fault === 'busy') return tooMany;
      if (typeof fault === 'object') return fault;
      const response = await (fault === 'partial' ? leaveOut(request, next) : next(request));
      // If an error carries a time other than the SDK's own, the SDK corrects its clock and repeats the request.
      const date = new Date(Date.now()).toUTCString();
      return fault === 'lost' ? 'hang-up' : { ...response, headers: { ...response.headers, date } };
    };
    const one = await serve(emulator, { intercept: respond });
    inProcessEmulators?.add(one.port, respond);
    served.push(one);
    urls[service] = one.url;
    // Kintone's client accepts http only for a host named localhost.
    process.env[services[service].variable] = service === 'records' ? `http://localhost:${one.port}` : one.url;
  }
  return {
    urls,
    operations,
    inject: (next) => void (rule = next),
    clearFaults: () => void (rule = noFaults),
    async close() {
      for (const { port } of served) inProcessEmulators?.remove(port);
      await Promise.all(served.map((one) => one.close()));
    },
  };
}

/** By endpoint: a client takes longer to find its settings than to create the tables of a test. */
const tableMakers = new Map<string | undefined, DynamoDBClient>();

/** Creates a table with the keys and the index that the data stack declares, and sets its variable. */
export async function createTable(
  variable: 'USERS_TABLE' | 'DEVICES_TABLE' | 'AUDIT_TABLE' | 'DOCUMENTS_TABLE',
  name: string,
): Promise<void> {
  process.env[variable] = name;
  const endpoint = process.env[services.dynamodb.variable];
  const client = tableMakers.get(endpoint) ?? new DynamoDBClient({});
  tableMakers.set(endpoint, client);
  const keys = (partition: string, sort: string): KeySchemaElement[] => [
    { AttributeName: partition, KeyType: 'HASH' },
    { AttributeName: sort, KeyType: 'RANGE' },
  ];
  const index = {
    DEVICES_TABLE: devicesIndex,
    DOCUMENTS_TABLE: documentsIndex,
    USERS_TABLE: undefined,
    AUDIT_TABLE: undefined,
  }[variable];
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: keys('pk', 'sk'),
      AttributeDefinitions: [...new Set(['pk', 'sk', ...(index ? [index.partitionKey, index.sortKey] : [])])].map(
        (AttributeName) => ({ AttributeName, AttributeType: 'S' as const }),
      ),
      ...(index && {
        GlobalSecondaryIndexes: [
          {
            IndexName: index.name,
            KeySchema: keys(index.partitionKey, index.sortKey),
            Projection:
              'attributes' in index
                ? { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...index.attributes] }
                : { ProjectionType: 'ALL' as const },
          },
        ],
      }),
    }),
  );
}

const withTables = new WeakSet<EmulatorOf<'dynamodb'>>();

/** Empties a DynamoDB and gives it the portal's tables, which it keeps whenever it is emptied again. */
export async function emptyTables(dynamodb: EmulatorOf<'dynamodb'>): Promise<void> {
  await dynamodb.reset();
  if (withTables.has(dynamodb)) return;
  await createTable('USERS_TABLE', 'users');
  await createTable('DEVICES_TABLE', 'devices');
  await createTable('AUDIT_TABLE', 'audit');
  await createTable('DOCUMENTS_TABLE', 'documents');
  await dynamodb.keepTables();
  withTables.add(dynamodb);
}
