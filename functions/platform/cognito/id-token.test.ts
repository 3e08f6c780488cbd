import { readIdToken } from './sign-in';

const token = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
const claims = {
  sub: 'user-1',
  aud: 'client-1',
  token_use: 'id',
  email: 'owner@example.jp',
  name: '山田 太郎',
  phone_number: '+819012345678',
  'cognito:groups': ['admin'],
};

beforeEach(() => {
  process.env['USER_POOL_CLIENT_ID'] = 'client-1';
});

test('a token: returns who signed in', () => {
  expect(readIdToken(token(claims))).toEqual({
    userId: 'user-1',
    email: 'owner@example.jp',
    username: '山田 太郎',
    phoneNumber: '+819012345678',
    groups: ['admin'],
  });
});

test('without phone, groups and name: returns the rest', () => {
  const { sub, aud, token_use, email } = claims;
  expect(readIdToken(token({ sub, aud, token_use, email }))).toEqual({
    userId: 'user-1',
    email,
    username: email,
    groups: [],
  });
});

// ASVS 9.1.1, 9.2.1
test.each([
  ['of another client', { ...claims, aud: 'client-2' }],
  ['for access', { ...claims, token_use: 'access' }],
  ['without user', { ...claims, sub: undefined }],
])('a token %s is refused', (_, wrong) => {
  expect(() => readIdToken(token(wrong))).toThrow();
});

test('nonsense: refused', () => {
  expect(() => readIdToken('nonsense')).toThrow();
});
