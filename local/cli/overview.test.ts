import { createServer, type AddressInfo } from 'node:net';
import { checkPort } from '../cloud/server';
import { overview } from './overview';

test('one table names the addresses, the sign-ins, the cards and how to stop', () => {
  const lines = overview('http://localhost:3001', [
    { as: 'owner', email: 'owner@example.jp', password: 'secret' },
    { as: 'totp', email: 'a@example.jp', password: 'secret', totpSecret: 'ABC' },
  ]).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Portal +http:\/\/localhost:3001$/),
      expect.stringMatching(/^Mailbox +http:\/\/localhost:3001\/__local\/$/),
    ]),
  );
  expect(lines.find((line) => line.includes('a@example.jp'))).toMatch(
    /^ +a@example\.jp +secret +two-step by app, key ABC$/,
  );
  const columns = lines.filter((line) => line.includes('secret')).map((line) => line.indexOf('secret'));
  expect(new Set(columns).size).toBe(1);
  expect(lines.filter((line) => line.includes('4242 4242 4242 4242'))).toHaveLength(1);
});

test('without demo data the table has no sign-ins', () => {
  expect(overview('http://localhost:3000', [])).not.toContain('Sign in');
});

test('a port in use throws a sentence with the way out; a free one passes', async () => {
  const blocker = createServer();
  const port = await new Promise<number>(
    (resolve) => void blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as AddressInfo).port)),
  );
  await expect(checkPort(port)).rejects.toThrow(
    `Port ${port} is in use by another program; choose another one: PORT=${port + 1} npm start`,
  );
  await new Promise((resolve) => blocker.close(resolve));
  await expect(checkPort(port)).resolves.toBeUndefined();
});
