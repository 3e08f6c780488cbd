import { Match, Template } from 'aws-cdk-lib/assertions';
import type { StageSettings } from '../stage/stages';
import { portalFunctions, resourcesOf, stacks } from '../testing/example';
import { dataStacksOf, stacksOf, synthesize } from '../testing/synthesize';

const { auth, data, api } = stacks;

test('a table, user pool, key or bucket that is replaced or deleted: it is kept', () => {
  const keeping = [
    ...resourcesOf('AWS::DynamoDB::GlobalTable'),
    ...resourcesOf('AWS::Cognito::UserPool'),
    ...resourcesOf('AWS::KMS::Key'),
    ...resourcesOf('AWS::S3::Bucket', [data]),
  ];
  expect(keeping).toHaveLength(7);
  for (const resource of keeping)
    expect(resource).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
});

test('the user pool stays the same one: another logical id or a replacing property would lose all users', () => {
  const [[id, pool] = []] = Object.entries(auth.findResources('AWS::Cognito::UserPool'));
  expect(id).toBe('Users0A0EEA89');
  const { Schema, ...properties } = pool!['Properties'] as Record<string, unknown>;
  // CloudFormation replaces a pool for these (template reference, AWS::Cognito::UserPool, "Update requires").
  expect(properties).not.toHaveProperty('AliasAttributes');
  expect(properties).toMatchObject({
    UsernameAttributes: ['email'],
    UsernameConfiguration: { CaseSensitive: false },
  });
  // Attributes are added and never changed.
  expect(Schema).toEqual([
    { Name: 'email', Mutable: true, Required: true },
    { Name: 'name', Mutable: true, Required: true },
    { Name: 'phone_number', Mutable: true, Required: false },
    {
      Name: 'userId',
      AttributeDataType: 'String',
      Mutable: false,
      StringAttributeConstraints: { MinLength: '36', MaxLength: '36' },
    },
  ]);
});

test('the user pool was lost: another one is made, and the exports that other stacks still read stay', () => {
  const lost = Template.fromStack(stacksOf('example', { settings: { userPools: 2 } }).stacks.auth);
  lost.resourceCountIs('AWS::Cognito::UserPool', 2);
  const before = Object.entries(auth.toJSON()['Outputs'] as Record<string, unknown>);
  expect(before.length).toBeGreaterThan(3);
  expect(lost.toJSON()['Outputs']).toMatchObject(Object.fromEntries(before));
});

test('data and users export the same whoever reads it: a version that reads less can be deployed over this', () => {
  for (const [name, template] of Object.entries(dataStacksOf('example', {}))) {
    const outputs = stacks[name as 'data' | 'auth'].toJSON()['Outputs'] as Record<string, unknown>;
    expect(Object.keys(template.toJSON()['Outputs'] as object)).toEqual(expect.arrayContaining(Object.keys(outputs)));
  }
});

test('the secret of the pool’s client was renewed: the template writes none, but one for a pool made later', () => {
  const secrets = (settings: Partial<StageSettings>) =>
    Object.values(dataStacksOf('example', settings).auth.findResources('AWS::SecretsManager::Secret')).map(
      ({ Properties }) => Object.keys(Properties as object).filter((name) => name.endsWith('SecretString')),
    );
  expect(secrets({})).toEqual([['SecretString']]);
  expect(secrets({ renewedClientSecrets: 1 })).toEqual([[]]);
  expect(secrets({ renewedClientSecrets: 1, userPools: 2 })).toEqual([[], ['SecretString']]);
});

test('the texts of secrets that people fill in never change: CloudFormation would write them over the keys', () => {
  // It writes SecretString when the template's differs from the last one's (template reference,
  // AWS::SecretsManager::Secret, "Update requires: No interruption"). A new value is documented, not added here.
  const secrets = resourcesOf('AWS::SecretsManager::Secret', [data]).map(({ Properties }) => Properties);
  expect(Object.fromEntries(secrets.map((secret) => [secret['Name'], secret['SecretString']]))).toEqual({
    'portal-example-stripe': '{"secretKey":"","webhookSecret":""}',
    'portal-example-records': '{"apiToken":""}',
    'portal-example-webhook': undefined,
    'portal-example-origin': undefined,
  });
});

test('a stage with its own key: tables, secrets and topics are encrypted by it, and functions may use it', () => {
  const [key] = resourcesOf('AWS::KMS::Key', [data]);
  // CloudWatch of another account must not publish with it.
  expect(JSON.stringify(key?.Properties['KeyPolicy'])).toMatch(
    /"aws:SourceAccount".*cloudwatch\.amazonaws\.com.*events\.amazonaws\.com/,
  );
  for (const table of resourcesOf('AWS::DynamoDB::GlobalTable'))
    expect(JSON.stringify(table.Properties)).toMatch(/KMSMasterKeyId.*"SSEType":"KMS"/);
  for (const secret of resourcesOf('AWS::SecretsManager::Secret')) expect(secret.Properties).toHaveProperty('KmsKeyId');
  // A key is of one region.
  for (const topic of resourcesOf('AWS::SNS::Topic', [data, stacks.observability]))
    expect(topic.Properties).toHaveProperty('KmsMasterKeyId');
  for (const role of resourcesOf('AWS::IAM::Role', [api])) {
    const text = JSON.stringify(role.Properties['Policies'] ?? []);
    if (text.includes('dynamodb:') || text.includes('secretsmanager:')) expect(text).toContain('kms:Decrypt');
  }
  const local = synthesize('local');
  local.data.resourceCountIs('AWS::KMS::Key', 0);
});

test('the devices table has one index, by subscription; the list of all devices reads only that, and no scan', () => {
  data.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
    TableName: 'portal-example-devices',
    GlobalSecondaryIndexes: [
      {
        IndexName: 'bySubscription',
        KeySchema: [
          { AttributeName: 'subscriptionId', KeyType: 'HASH' },
          { AttributeName: 'serialNumber', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  });
  const fn = portalFunctions().find((one) => one.Properties.FunctionName === 'portal-example-list-devices');
  const reference = fn?.Properties['Role'] as { 'Fn::GetAtt': string[] } | undefined;
  const role = stacks.devices.findResources('AWS::IAM::Role')[reference?.['Fn::GetAtt'][0] ?? ''] as {
    Properties: { Policies: { PolicyDocument: { Statement: { Action: string | string[]; Resource: unknown }[] } }[] };
  };
  const statements = role.Properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  const onDevices = statements.filter(({ Resource }) => JSON.stringify(Resource).includes('Devices'));
  expect(onDevices).toEqual([
    {
      Effect: 'Allow',
      Action: 'dynamodb:PartiQLSelect',
      Resource: expect.objectContaining({ 'Fn::Join': expect.anything() }),
      Condition: { BoolIfExists: { 'dynamodb:FullTableScan': 'false' } },
    },
  ]);
  expect(JSON.stringify(onDevices)).toContain('/index/bySubscription');
});

test('a stage that keeps its data: tables, users and secrets are protected and backed up', () => {
  for (const table of resourcesOf('AWS::DynamoDB::GlobalTable'))
    expect(table.Properties['Replicas']).toEqual([
      expect.objectContaining({
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      }),
    ]);
  auth.hasResourceProperties('AWS::Cognito::UserPool', { DeletionProtection: 'ACTIVE' });
  data.hasResource('AWS::SecretsManager::Secret', { DeletionPolicy: 'RetainExceptOnCreate' });
});

// ASVS 10.4.1, 10.4.5
test('sign-in: e-mail in any letter case, SMS and TOTP as second steps, a new address counts once verified', () => {
  auth.hasResourceProperties('AWS::Cognito::UserPool', {
    UserPoolTier: 'LITE',
    UsernameAttributes: ['email'],
    UsernameConfiguration: { CaseSensitive: false },
    MfaConfiguration: 'OPTIONAL',
    EnabledMfas: ['SMS_MFA', 'SOFTWARE_TOKEN_MFA'],
    UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
    AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    LambdaConfig: { CustomMessage: Match.anyValue() },
  });
  auth.hasResourceProperties('AWS::Cognito::UserPoolClient', {
    PreventUserExistenceErrors: 'ENABLED',
    GenerateSecret: true,
    ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    // A token without it would give a restored user another id (decisions/accounts).
    ReadAttributes: Match.arrayWith(['custom:userId', 'email', 'name', 'phone_number']),
    AllowedOAuthFlowsUserPoolClient: false,
    AllowedOAuthFlows: Match.absent(),
  });
  auth.resourceCountIs('AWS::Cognito::UserPoolDomain', 0);
});

test('the bucket of exports: removed after a week, not public', () => {
  data.hasResourceProperties('AWS::S3::Bucket', {
    BucketName: 'portal-example-exports-111122223333',
    PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
    ObjectLockEnabled: Match.absent(),
    LifecycleConfiguration: { Rules: [Match.objectLike({ ExpirationInDays: 7 })] },
  });
  const roles = portalFunctions().length > 0 ? JSON.stringify(resourcesOf('AWS::IAM::Role')) : '';
  expect([...new Set(roles.match(/"s3:\w+"/g))].toSorted()).toEqual(['"s3:GetObject"', '"s3:PutObject"']);
});
