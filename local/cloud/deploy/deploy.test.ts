import {
  DescribeUserPoolClientCommand,
  DescribeUserPoolCommand,
  GetUserPoolMfaConfigCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { join } from 'node:path';
import { type Emulator, serve, type Served, StillClock } from '#emulators/platform';
import {
  createCognitoEmulator,
  createDynamoDbEmulator,
  createS3Emulator,
  createSecretsEmulator,
  createSnsEmulator,
} from '#emulators/aws';
import { quickCrypto } from '#emulators/aws/testing';
import { createClients, type Clients } from '../services/clients';
import { readOutside } from '../services/outside';
import type { ServiceName } from '../../services/services';
import { fillSecrets } from '../core/fill-secrets';
import { StateFile } from '../state/state-file';
import type { Stack, Template } from '../templates/read-assembly';
import { temporaryFolder } from '../testing/write-assembly';
import { deploy } from './deploy';

const clock = new StillClock(Date.parse('2026-11-21T00:00:00Z'));
const emulators: Emulator[] = [];
const served: Served[] = [];
let clients: Clients;
let state: StateFile;

beforeEach(async () => {
  const outbox = async (): Promise<void> => undefined;
  const [dynamodb, cognito, sns, secrets, s3] = await Promise.all([
    createDynamoDbEmulator({ clock, sweepMs: 0 }),
    createCognitoEmulator({ clock, outbox, ...quickCrypto }),
    createSnsEmulator({ clock, outbox }),
    createSecretsEmulator({ clock }),
    createS3Emulator({ clock }),
  ]);
  const urls: Partial<Record<ServiceName, string>> = {};
  for (const [name, emulator] of Object.entries({ dynamodb, cognito, sns, secrets, s3 })) {
    const one = await serve(emulator);
    served.push(one);
    emulators.push(emulator);
    urls[name as ServiceName] = one.url;
  }
  clients = createClients('ap-northeast-1', urls as Record<ServiceName, string>, readOutside({}));
  state = await StateFile.open(join(temporaryFolder(), 'state.json'));
});
afterEach(async () => {
  clients.destroy();
  await Promise.all(served.splice(0).map((one) => one.close()));
  await Promise.all(emulators.splice(0).map((one) => one.close()));
});

const stack = (name: string, template: Template): Stack => ({
  name,
  region: 'ap-northeast-1',
  account: '000000000000',
  template,
  assets: new Map([['code.zip', '/code']]),
});
const run = (...stacks: Stack[]) => deploy(stacks, { clients, state, portalUrl: 'http://localhost:3000' });
const keySchema = (hash: string) => ({
  KeySchema: [{ AttributeName: hash, KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: hash, AttributeType: 'S' }],
  BillingMode: 'PAY_PER_REQUEST',
});

test('an export of one stack is imported by another; roles get the ARNs of the made resources', async () => {
  const data = stack('Data', {
    Resources: {
      Users: { Type: 'AWS::DynamoDB::GlobalTable', Properties: { TableName: 'users', ...keySchema('pk') } },
    },
    Outputs: {
      Name: { Value: { Ref: 'Users' }, Export: { Name: 'Data:Users' } },
      Arn: { Value: { 'Fn::GetAtt': ['Users', 'Arn'] }, Export: { Name: 'Data:UsersArn' } },
    },
  });
  const api = stack('Api', {
    Outputs: { Role: { Value: { Ref: 'Role' } } },
    Resources: {
      Run: {
        Type: 'AWS::Lambda::Function',
        Properties: {
          FunctionName: 'run',
          Handler: 'index.handler',
          Runtime: 'nodejs24.x',
          Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
          Code: { S3Key: 'code.zip' },
          Environment: { Variables: { TABLE: { 'Fn::ImportValue': 'Data:Users' } } },
        },
      },
      Policy: {
        Type: 'AWS::IAM::Policy',
        Properties: {
          PolicyDocument: {
            Statement: [
              { Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: { 'Fn::ImportValue': 'Data:UsersArn' } },
            ],
          },
          Roles: [{ Ref: 'Role' }],
        },
      },
      Role: { Type: 'AWS::IAM::Role', Properties: { RoleName: 'run-role' } },
    },
  });
  const deployed = await run(data, api);
  const { Table } = await clients.of('dynamodb', DynamoDBClient).send(new DescribeTableCommand({ TableName: 'users' }));
  expect(deployed.statements.get('run-role')).toEqual([
    { effect: 'Allow', actions: ['dynamodb:GetItem'], resources: [Table?.TableArn] },
  ]);
  expect([...deployed.functions.values()]).toEqual([
    {
      name: 'run',
      arn: 'arn:aws:lambda:ap-northeast-1:000000000000:function:run',
      folder: '/code',
      handler: 'index.handler',
      timeoutMs: 3000,
      memoryMb: 128,
      environment: { TABLE: 'users' },
      roleArn: 'arn:aws:iam::000000000000:role/run-role',
    },
  ]);
});

test('a user pool and its client keep their ids; with other settings they are refused', async () => {
  const template = (minimum: number) =>
    stack('Auth', {
      Resources: {
        Pool: {
          Type: 'AWS::Cognito::UserPool',
          Properties: {
            UserPoolName: 'users',
            UsernameAttributes: ['email'],
            MfaConfiguration: 'OPTIONAL',
            EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
            Policies: { PasswordPolicy: { MinimumLength: minimum } },
          },
        },
        Client: {
          Type: 'AWS::Cognito::UserPoolClient',
          Properties: { UserPoolId: { Ref: 'Pool' }, ClientName: 'portal', AccessTokenValidity: 2 },
        },
        Group: { Type: 'AWS::Cognito::UserPoolGroup', Properties: { UserPoolId: { Ref: 'Pool' }, GroupName: 'admin' } },
      },
    });
  const first = await run(template(8));
  const second = await run(template(8));
  expect([second.userPoolId, second.userPoolClientId]).toEqual([first.userPoolId, first.userPoolClientId]);
  await expect(run(template(10))).rejects.toThrow('Auth/Pool (AWS::Cognito::UserPool): the template has changed it');
  const UserPoolId = second.userPoolId;
  const cognito = clients.of('cognito', CognitoIdentityProviderClient);
  const { UserPool } = await cognito.send(new DescribeUserPoolCommand({ UserPoolId }));
  expect(UserPool).toMatchObject({
    Policies: { PasswordPolicy: { MinimumLength: 8 } },
    UsernameAttributes: ['email'],
  });
  expect(await cognito.send(new GetUserPoolMfaConfigCommand({ UserPoolId }))).toMatchObject({
    MfaConfiguration: 'OPTIONAL',
    SoftwareTokenMfaConfiguration: { Enabled: true },
  });
  const { UserPoolClient } = await cognito.send(
    new DescribeUserPoolClientCommand({ UserPoolId, ClientId: second.userPoolClientId }),
  );
  expect(UserPoolClient?.AccessTokenValidity).toBe(2);
});

test('secrets: existing values stay, empty keys are filled, a generated one is made once', async () => {
  const template = stack('Data', {
    Resources: {
      Stripe: {
        Type: 'AWS::SecretsManager::Secret',
        Properties: { Name: 'stripe', SecretString: '{"secretKey":"","other":"kept"}' },
      },
      Master: {
        Type: 'AWS::SecretsManager::Secret',
        Properties: {
          Name: 'master',
          GenerateSecretString: {
            PasswordLength: 24,
            ExcludePunctuation: true,
            SecretStringTemplate: '{"user":"all"}',
            GenerateStringKey: 'password',
          },
        },
      },
    },
  });
  const deployed = await run(template);
  const client = clients.of('secrets', SecretsManagerClient);
  const read = async (SecretId: string) => {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }));
    return JSON.parse(SecretString ?? '') as Record<string, string>;
  };
  const generated = await read('master');
  expect(generated).toEqual({ user: 'all', password: expect.stringMatching(/^[A-Za-z0-9]{24}$/) });
  await fillSecrets({
    client,
    arns: deployed.secrets.values(),
    values: { secretKey: 'sk_test_local', absent: 'x' },
    replace: true,
  });
  await run(template);
  expect(await read('stripe')).toEqual({ secretKey: 'sk_test_local', other: 'kept' });
  expect(await read('master')).toEqual(generated);
  await fillSecrets({
    client,
    arns: deployed.secrets.values(),
    values: { secretKey: 'another' },
    replace: false,
  });
  expect(await read('stripe')).toMatchObject({ secretKey: 'sk_test_local' });
});

test('a changed table: refused, because its items would be lost', async () => {
  const table = (hash: string) =>
    stack('Data', {
      Resources: { Users: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'users', ...keySchema(hash) } } },
    });
  await run(table('pk'));
  await run(table('pk'));
  await expect(run(table('id'))).rejects.toThrow('delete the data folder to start afresh');
});

test('resources that only AWS has: skipped, references get a name; an unknown type: an error', async () => {
  const ignored = stack('Web', {
    Resources: {
      Bucket: { Type: 'AWS::S3::Bucket' },
      Key: {
        Type: 'AWS::SecretsManager::Secret',
        Properties: { Name: 'origin', SecretString: '{"originKey":"shown to the API"}' },
      },
      Distribution: {
        Type: 'AWS::CloudFront::Distribution',
        Properties: {
          DistributionConfig: {
            Origins: [
              { DomainName: { 'Fn::GetAtt': ['Bucket', 'RegionalDomainName'] } },
              {
                OriginCustomHeaders: [
                  {
                    HeaderName: 'X-Origin-Key',
                    HeaderValue: '{{resolve:secretsmanager:origin:SecretString:originKey::}}',
                  },
                ],
              },
            ],
          },
        },
      },
      Headers: {
        Type: 'AWS::CloudFront::ResponseHeadersPolicy',
        Properties: {
          ResponseHeadersPolicyConfig: {
            SecurityHeadersConfig: {
              FrameOptions: { FrameOption: 'DENY' },
              StrictTransportSecurity: { AccessControlMaxAgeSec: 60, IncludeSubdomains: true },
            },
            CustomHeadersConfig: { Items: [{ Header: 'X-Own', Value: 'yes' }] },
          },
        },
      },
    },
    Outputs: { Bucket: { Value: { 'Fn::GetAtt': ['Bucket', 'Arn'] }, Export: { Name: 'Web:Bucket' } } },
  });
  const { web } = await run(ignored);
  expect(web.originHeaders).toEqual({ 'x-origin-key': 'shown to the API' });
  expect(web.headers).toEqual({
    'x-frame-options': 'DENY',
    'strict-transport-security': 'max-age=60; includeSubDomains',
    'x-own': 'yes',
  });
  await expect(run(stack('Api', { Conditions: { Never: true } }))).rejects.toThrow('Api: conditions are not known');
  await expect(run(stack('Api', { Resources: { Server: { Type: 'AWS::EC2::Instance' } } }))).rejects.toThrow(
    'Api/Server (AWS::EC2::Instance)',
  );
  await expect(
    run(
      stack('Api', {
        Resources: { Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { ProtocolType: 'WEBSOCKET' } } },
      }),
    ),
  ).rejects.toThrow('only HTTP APIs');
  await expect(
    run(
      stack('Api', {
        Resources: { Topic: { Type: 'AWS::SNS::Topic', Properties: { TopicName: { Ref: 'Missing' } } } },
      }),
    ),
  ).rejects.toThrow('refers to Missing');
});
