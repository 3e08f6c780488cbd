import { allows, covers, readStatements } from './statement';

const table = 'arn:aws:dynamodb:ap-northeast-1:000000000000:table/users';

test.each([
  ['dynamodb:GetItem', 'dynamodb:GetItem', true],
  ['dynamodb:Get*', 'dynamodb:GetItem', true],
  ['dynamodb:?etItem', 'dynamodb:GetItem', true],
  ['*', 'dynamodb:GetItem', true],
  ['dynamodb:Get', 'dynamodb:GetItem', false],
  ['dynamodb.GetItem', 'dynamodb:GetItem', false],
])('the pattern %s on %s: %s', (pattern, action, expected) => {
  expect(covers(pattern, action)).toBe(expected);
});

test('allowed for one resource: allowed for no other resource, and not for its indexes', () => {
  const statements = readStatements(
    { Statement: [{ Effect: 'Allow', Action: ['dynamodb:GetItem', 'dynamodb:query'], Resource: table }] },
    'role',
  );
  expect(allows(statements, 'dynamodb:GetItem', table)).toBe(true);
  expect(allows(statements, 'dynamodb:Query', table)).toBe(true);
  expect(allows(statements, 'dynamodb:PutItem', table)).toBe(false);
  expect(allows(statements, 'dynamodb:GetItem', `${table}2`)).toBe(false);
  expect(allows(statements, 'dynamodb:Query', `${table}/index/byMail`)).toBe(false);
  expect(allows([], 'dynamodb:GetItem', table)).toBe(false);
});

test('a denial overrides every permission', () => {
  const statements = readStatements(
    {
      Statement: [
        { Effect: 'Allow', Action: '*', Resource: '*' },
        { Effect: 'Deny', Action: 'dynamodb:Delete*', Resource: '*' },
      ],
    },
    'role',
  );
  expect(allows(statements, 'dynamodb:PutItem', table)).toBe(true);
  expect(allows(statements, 'dynamodb:DeleteItem', table)).toBe(false);
});

test('elements that are not evaluated: refused', () => {
  expect(() => readStatements({ Statement: { Effect: 'Allow', NotAction: 'iam:*', Resource: '*' } }, 'role')).toThrow(
    'NotAction',
  );
});
