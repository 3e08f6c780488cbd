import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { CookieSecret } from './open-session';

const value = 'x'.repeat(43);

test('only the same secret opens what it sealed', () => {
  const sealed = new CookieSecret(value).seal('a token');
  expect(sealed).not.toContain('token');
  expect(new CookieSecret(value).unseal(sealed)).toBe('a token');
  expect(() => CookieSecret.make().unseal(sealed)).toThrow();
});

test('no log line shows the value: not as JSON, not inspected, not in an error', () => {
  const secret = new CookieSecret(value);
  const written = [
    JSON.stringify({ caller: { secret } }),
    inspect({ caller: { secret } }, { depth: 9, showHidden: true }),
    inspect(new Error('failed', { cause: { secret } }), { depth: 9 }),
    JSON.stringify(Object.entries(secret)),
  ];
  for (const text of written) expect(text).not.toContain(value);
});

// ASVS 7.2.3, 11.4.1, 11.4.2
test('the hash is the key of the item, the cookie has the value', () => {
  const secret = new CookieSecret(value);
  expect(secret.hash).toBe(createHash('sha256').update(value).digest('base64url'));
  expect(CookieSecret.make().toCookie()).toMatch(/^[\w-]{43}$/); // 256 bits
  expect(secret.toCookie('user.')).toBe(`user.${value}`);
});
