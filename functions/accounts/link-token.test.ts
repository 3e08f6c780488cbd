import { linkToken, parseLinkToken } from './link-token';

const userId = '0f8fad5b-d9cb-469f-a165-70867728950e';
const secret = 'a'.repeat(43);
const good = linkToken(userId, '012345');

test('a token returns the user, and the code or the secret', () => {
  expect(parseLinkToken(good)).toEqual({ userId, code: '012345' });
  expect(parseLinkToken(linkToken(userId, secret))).toEqual({ userId, secret });
});

test.each([
  ['empty', ''],
  ['no dot', good.replace('.', '')],
  ['short id', good.slice(1)],
  ['an address for an id', 'somebody@example.jp.012345'],
  ['letters for a code', `${good.slice(0, -1)}x`],
  ['seven digits', `${good}1`],
  ['a space behind', `${good} `],
  ['a longer secret', linkToken(userId, `${secret}a`)],
  ['markup for a secret', linkToken(userId, '"><a href="https://bad.example">')],
])('%s is no token', (_, token) => {
  expect(parseLinkToken(token)).toBeUndefined();
});
