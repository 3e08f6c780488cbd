import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { nothingDeployed } from '../deployed/deployed';
import { FunctionFailure } from '../isolates/function-log';
import { startServer, type PortalServer } from '../server';
import { Api } from './api';

const now = Date.parse('2026-11-21T03:04:05.678Z');
const invoke = jest.fn(async (_arn: string, _event: unknown): Promise<unknown> => ({ statusCode: 200, body: '{}' }));
const lines: string[] = [];
const api = new Api({ invoke, now: () => now, log: (line) => lines.push(line) });
const routes = ['GET /api/things/{id}', 'POST /api/things', 'DELETE /api/things'];
const deployed = {
  ...nothingDeployed('ap-northeast-1', '000000000000'),
  apiId: 'abc',
  functions: new Map([
    [
      'arn:things',
      {
        name: 'things',
        arn: 'arn:things',
        folder: '',
        handler: '',
        timeoutMs: 0,
        memoryMb: 0,
        environment: {},
        roleArn: '',
      },
    ],
  ]),
  routes: routes.map((routeKey) => ({ routeKey, functionArn: 'arn:things' })),
  invokers: new Set(['arn:things apigateway.amazonaws.com']),
};
let server: PortalServer;
let url: string;
beforeAll(async () => {
  api.use(deployed);
  server = await startServer(0, (request) => api.respond(request));
  url = `http://127.0.0.1:${server.port}`;
});
afterAll(() => server.close());

/** The event that the function got for a request. */
async function eventFor(path: string, init: RequestInit = {}): Promise<APIGatewayProxyEventV2> {
  invoke.mockClear();
  await fetch(`${url}${path}`, init);
  return invoke.mock.calls[0]?.[1] as APIGatewayProxyEventV2;
}

test('a request becomes an event of payload format 2.0', async () => {
  const event = await eventFor('/api/things/a%20b%252Fc?x=1&x=2&y=%E3%81%82', {
    headers: { 'X-Own': 'Value', cookie: 'a=1; b=2', 'user-agent': 'test' },
  });
  expect(event).toEqual({
    version: '2.0',
    routeKey: 'GET /api/things/{id}',
    rawPath: '/api/things/a b%2Fc',
    rawQueryString: 'x=1&x=2&y=%E3%81%82',
    cookies: ['a=1', 'b=2'],
    headers: expect.objectContaining({
      'x-own': 'Value',
      'x-forwarded-for': '127.0.0.1',
      host: `127.0.0.1:${server.port}`,
    }),
    queryStringParameters: { x: '1,2', y: 'あ' },
    pathParameters: { id: 'a b%2Fc' },
    requestContext: {
      accountId: '000000000000',
      apiId: 'abc',
      domainName: '127.0.0.1',
      domainPrefix: '127',
      http: {
        method: 'GET',
        path: '/api/things/a b%2Fc',
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: 'test',
      },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      routeKey: 'GET /api/things/{id}',
      stage: '$default',
      time: '21/Nov/2026:03:04:05 +0000',
      timeEpoch: now,
    },
    isBase64Encoded: false,
  });
  expect(event.headers).not.toHaveProperty('cookie');
});

test('a JSON body is passed as text, any other one as Base64', async () => {
  const json = await eventFor('/api/things', {
    method: 'POST',
    body: '{"あ":1}',
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
  expect([json.body, json.isBase64Encoded]).toEqual(['{"あ":1}', false]);
  const form = await eventFor('/api/things', {
    method: 'POST',
    body: 'a=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([form.body, form.isBase64Encoded]).toEqual([Buffer.from('a=1').toString('base64'), true]);
  const none = await eventFor('/api/things', { method: 'DELETE' });
  expect([none.body, none.isBase64Encoded]).toEqual([undefined, false]);
});

test('a caller sends CloudFront’s headers: ignored', async () => {
  const { headers } = await eventFor('/api/things/1', {
    headers: { 'cloudfront-viewer-address': '203.0.113.9:1', 'x-forwarded-for': '203.0.113.9' },
  });
  expect(headers['cloudfront-viewer-address']).toBeUndefined();
  expect(headers['x-forwarded-for']).toBe('127.0.0.1');
});

test('the function’s status, headers, cookies and body are the response', async () => {
  invoke.mockResolvedValueOnce({
    statusCode: 201,
    headers: { 'X-Own': 'yes', 'Content-Type': 'text/plain' },
    cookies: ['a=1; Path=/', 'b=2'],
    body: Buffer.from('あ').toString('base64'),
    isBase64Encoded: true,
  });
  const response = await fetch(`${url}/api/things/1`);
  expect([
    response.status,
    await response.text(),
    response.headers.get('x-own'),
    response.headers.get('content-type'),
    response.headers.getSetCookie(),
  ]).toEqual([201, 'あ', 'yes', 'text/plain', ['a=1; Path=/', 'b=2']]);
  expect(response.headers.get('apigw-requestid')).toMatch(/./);
  invoke.mockResolvedValueOnce({ plain: true });
  const plain = await fetch(`${url}/api/things/1`);
  expect([plain.status, await plain.json(), plain.headers.get('content-type')]).toEqual([
    200,
    { plain: true },
    'application/json',
  ]);
});

test.each([
  ['an error', new FunctionFailure('error', 'x'), 500, 'Internal Server Error'],
  ['a crash', new FunctionFailure('crash', 'x'), 500, 'Internal Server Error'],
  ['a timeout', new FunctionFailure('timeout', 'x'), 503, 'Service Unavailable'],
])('%s of the function gets the response that the gateway gives', async (_name, failure, status, message) => {
  invoke.mockRejectedValueOnce(failure);
  const response = await fetch(`${url}/api/things/1`);
  expect([response.status, await response.json()]).toEqual([status, { message }]);
});

test('a malformed result: an internal error', async () => {
  invoke.mockResolvedValueOnce({ statusCode: 'ok', body: '' });
  expect((await fetch(`${url}/api/things/1`)).status).toBe(500);
});

test('no route, a path that cannot be decoded, or too large a body: no function runs', async () => {
  invoke.mockClear();
  const responses = await Promise.all([
    fetch(`${url}/api/nothing`),
    fetch(`${url}/api/things`, { method: 'PUT' }),
    fetch(`${url}/api/things/%E0%A4%A`),
    fetch(`${url}/api/things`, { method: 'POST', body: Buffer.alloc(10 * 1024 * 1024 + 1) }),
  ]);
  expect(await Promise.all(responses.map(async (response) => [response.status, await response.json()]))).toEqual([
    [404, { message: 'Not Found' }],
    [404, { message: 'Not Found' }],
    [400, { message: 'Bad Request' }],
    [413, { message: 'Request Entity Too Large' }],
  ]);
  expect(invoke).not.toHaveBeenCalled();
});

test('each request is logged by its route, without its path and query, which may hold a secret', async () => {
  lines.length = 0;
  for (const path of ['/api/things/secret?token=secret', '/api/secret', '/api/%E0%A4%A']) await fetch(`${url}${path}`);
  expect(lines.map((line) => line.replace(/\d+ ms$/, 'ms'))).toEqual([
    expect.stringMatching(/^GET \/api\/things\/\{\w+\} 200 ms$/),
    'GET - 404 ms',
    'GET - 400 ms',
  ]);
});

test('an authorizer is asked once for each value of its header; a request without it is refused', async () => {
  const guard = { ...deployed.functions.get('arn:things'), name: 'guard', arn: 'arn:guard' } as never;
  const authorizer = { functionArn: 'arn:guard', header: 'x-origin-key', ttlSeconds: 3600 };
  const asked: string[] = [];
  let time = now;
  const through = async (originHeaders: Record<string, string>, init: RequestInit = {}): Promise<number> => {
    guarded.use({
      ...deployed,
      functions: new Map([...deployed.functions, ['arn:guard', guard]]),
      routes: deployed.routes.map((route) => ({ ...route, authorizer })),
      invokers: new Set([...deployed.invokers, 'arn:guard apigateway.amazonaws.com']),
      web: { headers: {}, originHeaders },
    });
    const statuses = [];
    for (let round = 0; round < 2; round += 1)
      statuses.push((await fetch(`http://127.0.0.1:${guardedServer.port}/api/things/1`, init)).status);
    expect(statuses[1]).toBe(statuses[0]);
    return statuses[0] ?? 0;
  };
  const guarded = new Api({
    now: () => time,
    log: () => undefined,
    invoke: async (arn, event) => {
      if (arn !== 'arn:guard') return { statusCode: 200, body: '{}' };
      const { identitySource } = event as { identitySource: string[] };
      asked.push(...identitySource);
      return identitySource[0] === 'broken' ? { yes: 'true' } : { isAuthorized: identitySource[0] === 'right' };
    },
  });
  const guardedServer = await startServer(0, (request) => guarded.respond(request));
  expect(await through({})).toBe(401);
  expect(asked).toEqual([]);
  expect(await through({ 'x-origin-key': 'right' })).toBe(200);
  expect(await through({}, { headers: { 'x-origin-key': 'wrong' } })).toBe(403);
  expect(await through({ 'x-origin-key': 'broken' })).toBe(403);
  // CloudFront's own value replaces a viewer's.
  expect(await through({ 'x-origin-key': 'right' }, { headers: { 'x-origin-key': 'wrong' } })).toBe(200);
  expect(asked).toEqual(['right', 'wrong', 'broken', 'right']);
  time += 3600_000;
  await fetch(`http://127.0.0.1:${guardedServer.port}/api/things/1`);
  expect(asked.at(-1)).toBe('right');
  expect(asked).toHaveLength(5);
  await guardedServer.close();
});

test('a role of the route: the gateway may invoke the functions that its policy names', () => {
  const byRole = {
    ...deployed,
    invokers: new Set<string>(),
    routes: deployed.routes.map((route) => ({ ...route, invokerArn: 'arn:aws:iam::0:role/invoker' })),
  };
  const statements = (resource: string) =>
    new Map([['invoker', [{ effect: 'Allow' as const, actions: ['lambda:InvokeFunction'], resources: [resource] }]]]);
  const another = () => new Api({ invoke, now: () => now, log: () => undefined });
  expect(() => another().use({ ...byRole, statements: statements('arn:things') })).not.toThrow();
  expect(() => another().use({ ...byRole, statements: statements('arn:others') })).toThrow('no permission to invoke');
});

test('a route whose function the gateway may not invoke: refused at once', () => {
  expect(() =>
    new Api({ invoke, now: () => now, log: () => undefined }).use({ ...deployed, invokers: new Set() }),
  ).toThrow('no permission to invoke');
  expect(() =>
    new Api({ invoke, now: () => now, log: () => undefined }).use({ ...deployed, functions: new Map() }),
  ).toThrow('no such function');
});
