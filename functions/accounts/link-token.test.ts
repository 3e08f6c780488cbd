import { secretToken, linkToken, parseSecretToken, parseLinkToken } from './link-token';

const userId = '0f8fad5b-d9cb-469f-a165-70867728950e';

test('a token returns user and code, and shows neither the id nor an address', () => {
  const token = linkToken(userId, '012345');
  expect(token).toMatch(/^[A-Za-z0-9_-]{22}\.012345$/);
  expect(token).not.toContain('0f8fad5b');
  expect(parseLinkToken(token)).toEqual({ userId, code: '012345' });
});

test('the placeholder of a code stays unchanged, so that Cognito can replace it', () => {
  expect(linkToken(userId, '{####}')).toMatch(/\.\{####\}$/);
});

const good = linkToken(userId, '012345');
test.each([
  ['empty', ''],
  ['no dot', good.replace('.', '')],
  ['short key', good.slice(1)],
  ['long key', `A${good}`],
  ['letters for a code', `${good.slice(0, -1)}x`],
  ['seven digits', `${good}1`],
  ['a space behind', `${good} `],
  [
    'the last bits altered, which base64url would ignore',
    `${good.slice(0, 21)}${String.fromCodePoint((good.codePointAt(21) ?? 0) + 1)}${good.slice(22)}`,
  ],
  ['the bare id', `${userId}.012345`],
])('%s is no token', (_, token) => {
  expect(parseLinkToken(token)).toBeUndefined();
});

test('an id that is not a UUID: refused', () => {
  expect(() => linkToken('somebody@example.jp', '012345')).toThrow('no UUID');
});

describe('the token that deletes a registration', () => {
  const secret = 'a'.repeat(43);

  test('returns user and secret', () => {
    expect(parseSecretToken(secretToken(userId, secret) ?? '')).toEqual({ userId, secret });
  });

  test.each(['', '012345', '"><a href="https://bad.example">', `${secret}a`, `${secret} `])(
    'metadata %s, which whoever calls Cognito directly may have typed: no token',
    (typed) => {
      expect(secretToken(userId, typed)).toBeUndefined();
    },
  );

  test('neither token passes for the other', () => {
    expect(parseSecretToken(linkToken(userId, '012345'))).toBeUndefined();
    expect(parseLinkToken(secretToken(userId, secret) ?? '')).toBeUndefined();
  });
});
