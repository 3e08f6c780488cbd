import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { connectionAs, connectionOf } from '#shared/model/record-settings';
import { accessFromShell } from './stage';

const place = { baseUrl: 'https://example.cybozu.com' };

test('nothing in the shell: the tokens alone', () => {
  expect(connectionOf({ apiToken: 'one, two', ...accessFromShell({}) }, place)).toEqual({
    ...place,
    auth: { apiToken: ['one', 'two'] },
  });
});

test('a client certificate: the file of the path in the shell, with its password', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pfx-'));
  try {
    const file = join(folder, 'client.pfx');
    writeFileSync(file, 'the certificate');
    const access = accessFromShell({ KINTONE_PFX_FILE: file, KINTONE_PFX_PASSWORD: 'secret' });
    expect(connectionAs({ username: 'kim', password: 'pass' }, access, place)).toMatchObject({
      auth: { username: 'kim' },
      clientCertAuth: { pfx: Buffer.from('the certificate'), password: 'secret' },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  ['KINTONE_BASIC_AUTH_USERNAME', 'KINTONE_BASIC_AUTH_PASSWORD'],
  ['KINTONE_PFX_PASSWORD', 'KINTONE_PFX_FILE'],
])('%s alone: an error that names %s', (given, other) => {
  expect(() => accessFromShell({ [given]: 'x' })).toThrow(other);
});

test('basic authentication and a guest space reach the domain with each request', async () => {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.setHeader('content-type', 'application/json').end('{"properties":{},"revision":"1"}');
  });
  await new Promise<void>((resolve) => void server.listen(0, resolve));
  try {
    const baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
    const shell = { KINTONE_BASIC_AUTH_USERNAME: 'gate', KINTONE_BASIC_AUTH_PASSWORD: 'keeper' };
    const connection = connectionOf({ apiToken: 'token', ...accessFromShell(shell) }, { baseUrl, guestSpace: '7' });
    await new KintoneRestAPIClient(connection).app.getFormFields({ app: '1' });
  } finally {
    server.close();
  }
  const [request] = requests;
  expect(request?.url).toMatch(/^\/k\/guest\/7\/v1\//);
  expect(request?.headers.authorization).toBe(`Basic ${Buffer.from('gate:keeper').toString('base64')}`);
});
