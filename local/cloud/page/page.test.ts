import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startServer, type PortalServer } from '../server';
import { temporaryFolder } from '../testing/write-assembly';
import { Page } from './page';
import { localHeaders } from './security-headers';

const folder = temporaryFolder();
const index = `<!doctype html>${'<p>あ</p>'.repeat(300)}`;
const page = new Page(join(folder, 'dist'));
let server: PortalServer;

beforeAll(async () => {
  mkdirSync(join(folder, 'dist', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'dist', 'index.html'), index);
  writeFileSync(join(folder, 'dist', 'robots.txt'), 'User-agent: *');
  writeFileSync(join(folder, 'dist', 'assets', 'app-1.js'), 'export {}');
  page.use(
    `function handler(event) {
      var request = event.request;
      if (!/\\.[a-z0-9]+$/i.test(request.uri)) request.uri = '/index.html';
      return request;
    }`,
  );
  server = await startServer(0, (incoming) => page.respond(incoming));
});
afterAll(() => server.close());

/** A request with an unchanged path, because clients normalize paths. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; body: Buffer; headers: Record<string, unknown> }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks), headers: response.headers }),
      );
    });
    sent.once('error', reject).end();
  });

test.each(['/', '/login', '/store/cus_1/devices', '/devices/RZ%2F1'])(
  'the address %s is the one page, asked for again each time',
  async (path) => {
    const { status, body, headers } = await get(path);
    expect([status, body.toString(), headers['cache-control'], headers['content-type']]).toEqual([
      200,
      index,
      'no-cache',
      'text/html; charset=utf-8',
    ]);
  },
);

test('hashed files are cached for ever, other files are not', async () => {
  expect((await get('/assets/app-1.js')).headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect((await get('/robots.txt')).headers).toMatchObject({ 'cache-control': 'no-cache' });
});

test('a missing file: 404; a browser opens an address with a dot: the page', async () => {
  expect((await get('/assets/app-2.js', { accept: 'text/html' })).status).toBe(404);
  expect((await get('/favicon.ico')).status).toBe(404);
  expect((await get('/robots.txt/a.js')).status).toBe(404);
  expect((await get(`/assets/${'a'.repeat(300)}.js`)).status).toBe(404);
  expect((await get('/devices/RZ-1.5', { accept: 'text/html,*/*' })).body.toString()).toBe(index);
});

test('bodies are compressed as the browser accepts', async () => {
  const brotli = await get('/', { 'accept-encoding': 'gzip, deflate, br' });
  expect([brotli.headers['content-encoding'], brotliDecompressSync(brotli.body).toString()]).toEqual(['br', index]);
  const gzip = await get('/', { 'accept-encoding': 'gzip' });
  expect([gzip.headers['content-encoding'], gunzipSync(gzip.body).toString()]).toEqual(['gzip', index]);
});

test('an unchanged file is not sent again; HEAD has no body; writing is refused', async () => {
  const { headers } = await get('/');
  expect((await get('/', { 'if-none-match': String(headers['etag']) })).status).toBe(304);
  const head = await get('/', {}, 'HEAD');
  expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
    200,
    0,
    String(Buffer.byteLength(index)),
  ]);
  expect((await get('/', {}, 'POST')).status).toBe(405);
});

test.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/..%5csecret.txt',
  '/%00secret.txt',
  '//secret.txt',
  '/%E0%A4%A.txt',
])('%s leads nowhere', async (path) => {
  const { status, body } = await get(path);
  expect(status).toBe(404);
  expect(body.toString()).not.toContain('secret');
});

test('the content security policy allows the embedded services, and nothing else in addition', () => {
  const policy =
    "default-src 'self'; script-src 'self' https://js.stripe.com; connect-src 'self'; " +
    "frame-src https://js.stripe.com; img-src 'self'";
  const headers = localHeaders(
    { 'content-security-policy': policy, 'x-frame-options': 'DENY' },
    { stripe: 'http://127.0.0.1:4000', postal: 'http://127.0.0.1:5000/api/search' },
  );
  expect(headers).toEqual({
    'x-frame-options': 'DENY',
    'content-security-policy':
      "default-src 'self'; script-src 'self' https://js.stripe.com http://127.0.0.1:4000; connect-src 'self' " +
      'http://127.0.0.1:4000 http://127.0.0.1:5000; frame-src https://js.stripe.com http://127.0.0.1:4000; ' +
      "img-src 'self' http://127.0.0.1:4000",
  });
  expect(localHeaders({ 'content-security-policy': policy }, {})['content-security-policy']).toBe(policy);
});
