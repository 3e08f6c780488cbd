import { StillClock } from '../platform/index';
import { createCognitoEmulator } from './cognito/create-cognito-emulator';
import { demandsOf } from './dynamodb/demands';
import { createSecretsEmulator } from './secrets/create-secrets-emulator';
import { createSesEmulator } from './ses/create-ses-emulator';
import { createSnsEmulator } from './sns/create-sns-emulator';

const arns: Record<string, string> = {
  users: 'arn:users',
  pool: 'arn:pool',
  stripe: 'arn:secret',
};
const places = { region: 'ap-northeast-1', account: '000000000000', arnOf: (id: string) => arns[id] };
const request = (body: string, target?: string, url = '/') => ({
  method: 'POST',
  url,
  headers: { 'x-amz-target': target },
  body: Buffer.from(body),
});
const clock = new StillClock(0);
const outbox = async (): Promise<void> => undefined;

test('DynamoDB demands the table, a query’s index, each table of a batch, each part of a transaction', () => {
  expect(demandsOf('GetItem', { TableName: 'users' }, places)).toEqual([
    { action: 'dynamodb:GetItem', resource: 'arn:users' },
  ]);
  expect(demandsOf('Query', { TableName: 'users', IndexName: 'byMail' }, places)).toEqual([
    { action: 'dynamodb:Query', resource: 'arn:users/index/byMail' },
  ]);
  const Statement = 'SELECT * FROM "users"."byMail" WHERE "mail" IN [?, ?]';
  expect(demandsOf('ExecuteStatement', { Statement }, places)).toEqual([
    { action: 'dynamodb:PartiQLSelect', resource: 'arn:users/index/byMail' },
  ]);
  expect(demandsOf('BatchGetItem', { RequestItems: { users: {}, other: {} } }, places)).toEqual([
    { action: 'dynamodb:BatchGetItem', resource: 'arn:users' },
    { action: 'dynamodb:BatchGetItem', resource: 'other' },
  ]);
  expect(
    demandsOf(
      'TransactWriteItems',
      { TransactItems: [{ Put: { TableName: 'users' } }, { ConditionCheck: { TableName: 'users' } }] },
      places,
    ),
  ).toEqual([
    { action: 'dynamodb:PutItem', resource: 'arn:users' },
    { action: 'dynamodb:ConditionCheckItem', resource: 'arn:users' },
  ]);
});

test('Cognito demands its pool', async () => {
  const cognito = await createCognitoEmulator({ clock, outbox });
  const target = 'AWSCognitoIdentityProviderService.AdminGetUser';
  expect(cognito.demandsOf(request('{"UserPoolId":"pool"}', target), places)).toEqual([
    { action: 'cognito-idp:AdminGetUser', resource: 'arn:pool' },
  ]);
});

test('Secrets Manager demands the secret', async () => {
  const secrets = await createSecretsEmulator({ clock });
  expect(secrets.demandsOf(request('{"SecretId":"stripe"}', 'secretsmanager.GetSecretValue'), places)).toEqual([
    { action: 'secretsmanager:GetSecretValue', resource: 'arn:secret' },
  ]);
});

test('SES demands the identity of the sender’s domain', async () => {
  const ses = await createSesEmulator({ outbox });
  const body = '{"FromEmailAddress":"Revonizer <no-reply@example.jp>"}';
  expect(ses.demandsOf(request(body, undefined, '/v2/email/outbound-emails'), places)).toEqual([
    { action: 'ses:SendEmail', resource: 'arn:aws:ses:ap-northeast-1:000000000000:identity/example.jp' },
  ]);
});

test('SNS demands the topic', async () => {
  const sns = await createSnsEmulator({ clock, outbox });
  expect(sns.demandsOf(request('Action=Publish&TopicArn=arn%3Astaff'), places)).toEqual([
    { action: 'sns:Publish', resource: 'arn:staff' },
  ]);
});
