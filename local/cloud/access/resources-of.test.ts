import { demandsOf } from './resources-of';

const arns: Record<string, string> = {
  'identity/no-reply@example.jp': 'arn:identity',
  users: 'arn:users',
  pool: 'arn:pool',
  stripe: 'arn:secret',
};
const request = (body: string) => ({ method: 'POST', url: '/', headers: {}, body: Buffer.from(body) });
const demands = (service: Parameters<typeof demandsOf>[0], operation: string, body: object) =>
  demandsOf(service, operation, request(JSON.stringify(body)), (id) => arns[id]);

test('DynamoDB: the table, the index where one is asked, every table of a batch, every part of a transaction', () => {
  expect(demands('dynamodb', 'GetItem', { TableName: 'users' })).toEqual([
    { action: 'dynamodb:GetItem', resource: 'arn:users' },
  ]);
  expect(demands('dynamodb', 'Query', { TableName: 'users', IndexName: 'byMail' })).toEqual([
    { action: 'dynamodb:Query', resource: 'arn:users/index/byMail' },
  ]);
  expect(demands('dynamodb', 'BatchWriteItem', { RequestItems: { users: [], other: [] } })).toEqual([
    { action: 'dynamodb:BatchWriteItem', resource: 'arn:users' },
    { action: 'dynamodb:BatchWriteItem', resource: 'other' },
  ]);
  expect(
    demands('dynamodb', 'TransactWriteItems', {
      TransactItems: [{ Put: { TableName: 'users' } }, { ConditionCheck: { TableName: 'users' } }],
    }),
  ).toEqual([
    { action: 'dynamodb:PutItem', resource: 'arn:users' },
    { action: 'dynamodb:ConditionCheckItem', resource: 'arn:users' },
  ]);
});

test('Cognito names its pool, Secrets Manager its secret, SNS its topic or any number', () => {
  expect(demands('cognito', 'AdminGetUser', { UserPoolId: 'pool' })).toEqual([
    { action: 'cognito-idp:AdminGetUser', resource: 'arn:pool' },
  ]);
  expect(demands('secrets', 'GetSecretValue', { SecretId: 'stripe' })).toEqual([
    { action: 'secretsmanager:GetSecretValue', resource: 'arn:secret' },
  ]);
  expect(demands('ses', 'SendEmail', { FromEmailAddress: 'Revonizer <no-reply@example.jp>' })).toEqual([
    { action: 'ses:SendEmail', resource: 'arn:identity' },
  ]);
  const publish = (form: string) => demandsOf('sns', 'Publish', request(form), () => undefined);
  expect(publish('Action=Publish&TopicArn=arn%3Astaff')).toEqual([{ action: 'sns:Publish', resource: 'arn:staff' }]);
  expect(publish('Action=Publish&PhoneNumber=%2B81')).toEqual([{ action: 'sns:Publish', resource: '*' }]);
});
