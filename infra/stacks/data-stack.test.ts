import { Match } from 'aws-cdk-lib/assertions';
import { portalFunctions, resourcesOf, stacks } from '../testing/example';
import { synthesize } from '../testing/synthesize';

const { auth, data, api } = stacks;

test('a table, user pool or key that is replaced or deleted: it is kept', () => {
  const keeping = [
    ...resourcesOf('AWS::DynamoDB::GlobalTable'),
    ...resourcesOf('AWS::Cognito::UserPool'),
    ...resourcesOf('AWS::KMS::Key'),
  ];
  expect(keeping).toHaveLength(5);
  for (const resource of keeping)
    expect(resource).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
});

test('a stage with its own key: tables, secrets and topics are encrypted by it, and functions may use it', () => {
  const key = JSON.stringify(data.findResources('AWS::KMS::Key')) !== '{}';
  expect(key).toBe(true);
  for (const table of resourcesOf('AWS::DynamoDB::GlobalTable'))
    expect(JSON.stringify(table.Properties)).toMatch(/KMSMasterKeyId.*"SSEType":"KMS"/);
  for (const secret of resourcesOf('AWS::SecretsManager::Secret')) expect(secret.Properties).toHaveProperty('KmsKeyId');
  for (const topic of resourcesOf('AWS::SNS::Topic')) expect(topic.Properties).toHaveProperty('KmsMasterKeyId');
  for (const role of resourcesOf('AWS::IAM::Role', [api])) {
    const text = JSON.stringify(role.Properties['Policies'] ?? []);
    if (text.includes('dynamodb:') || text.includes('secretsmanager:')) expect(text).toContain('kms:Decrypt');
  }
  const local = synthesize('local');
  local.data.resourceCountIs('AWS::KMS::Key', 0);
});

test('the devices table has one index, by subscription; functions that list devices may query only that', () => {
  data.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
    TableName: 'portal-example-devices',
    GlobalSecondaryIndexes: [
      {
        IndexName: 'bySubscription',
        KeySchema: [
          { AttributeName: 'subscriptionId', KeyType: 'HASH' },
          { AttributeName: 'shelf', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  });
  const fn = portalFunctions().find((one) => one.Properties.FunctionName === 'portal-example-list-devices');
  const reference = fn?.Properties['Role'] as { 'Fn::GetAtt': string[] } | undefined;
  const role = JSON.stringify(api.findResources('AWS::IAM::Role')[reference?.['Fn::GetAtt'][0] ?? '']);
  expect(role).toContain('/index/bySubscription');
  expect([...new Set(role.match(/dynamodb:\w+/g))]).toEqual(['dynamodb:Query']);
});

test('a stage that keeps its data: tables, users and secrets are protected and backed up', () => {
  for (const table of resourcesOf('AWS::DynamoDB::GlobalTable')) {
    expect(table.DeletionPolicy).toBe('RetainExceptOnCreate');
    expect(table.Properties['Replicas']).toEqual([
      expect.objectContaining({
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      }),
    ]);
  }
  auth.hasResource('AWS::Cognito::UserPool', {
    DeletionPolicy: 'RetainExceptOnCreate',
    Properties: { DeletionProtection: 'ACTIVE' },
  });
  data.hasResource('AWS::SecretsManager::Secret', { DeletionPolicy: 'RetainExceptOnCreate' });
});

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
    ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
  });
});
