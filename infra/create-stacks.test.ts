import { Match } from 'aws-cdk-lib/assertions';
import { calls } from '../shared/contract';
import { access } from './access';
import { otherFunctions, synthesize } from './testing/synthesize';
import { parseStage, stageSettings } from './stages';

const stacks = synthesize('example');
const { auth, data, api, jobs, web } = stacks;
const all = Object.values(stacks);

type Resource = { Type: string; Properties: Record<string, unknown> & { FunctionName?: string }; DeletionPolicy?: string };
const resourcesOf = (type: string, from = all): Resource[] => from.flatMap((template) => Object.values(template.findResources(type)) as Resource[]);
const portalFunctions = () => resourcesOf('AWS::Lambda::Function').filter((fn) => fn.Properties.FunctionName?.startsWith('portal-'));

test('each call has one route and one function; nothing else is a function', () => {
  const routes = resourcesOf('AWS::ApiGatewayV2::Route').map((route) => String(route.Properties['RouteKey']));
  expect(routes.toSorted()).toEqual(calls.map((call) => `${call.method} ${call.path}`).toSorted());
  const names = portalFunctions().map((fn) => String(fn.Properties.FunctionName).replace('portal-example-', ''));
  expect(names.toSorted()).toEqual([...calls.map((call) => call.name), ...otherFunctions].toSorted());
  expect(Object.keys(access).toSorted()).toEqual(calls.map((call) => call.name).toSorted());
});

test('a function runs on arm64 and the newest Node, answers within the gateway’s time, and says what its failure costs', () => {
  for (const fn of portalFunctions()) {
    expect(fn.Properties).toMatchObject({ Architectures: ['arm64'], Runtime: 'nodejs24.x', Description: expect.stringMatching(/^If it fails: .+/) });
  }
  for (const fn of resourcesOf('AWS::Lambda::Function', [api])) expect(fn.Properties['Timeout']).toBeLessThan(29);
});

test('no statement of a function names a wildcard resource or action', () => {
  const statements = resourcesOf('AWS::IAM::Role')
    .flatMap((role) => (role.Properties['Policies'] ?? []) as { PolicyName: string; PolicyDocument: { Statement: { Action: string | string[]; Resource: unknown }[] } }[])
    .filter((policy) => policy.PolicyName === 'access')
    .flatMap((policy) => policy.PolicyDocument.Statement);
  expect(statements.length).toBeGreaterThan(calls.length);
  for (const statement of statements) {
    expect([statement.Action].flat().filter((action) => action.includes('*'))).toEqual([]);
    expect([statement.Resource].flat()).not.toContain('*');
  }
});

test('the audit record only grows: functions may add to it and nothing else; what an acting administrator may change is recorded', () => {
  const [auditTable] = Object.keys(data.findResources('AWS::DynamoDB::GlobalTable', { Properties: { TableName: 'portal-example-audit' } }));
  if (!auditTable) throw new Error('There is no audit table');
  const actions = resourcesOf('AWS::IAM::Role')
    .flatMap((role) => (role.Properties['Policies'] ?? []) as { PolicyDocument: { Statement: { Action: string | string[]; Resource: unknown }[] } }[])
    .flatMap((policy) => policy.PolicyDocument.Statement)
    .filter((statement) => JSON.stringify(statement.Resource).includes(auditTable))
    .flatMap((statement) => statement.Action);
  expect([...new Set(actions)]).toEqual(['dynamodb:PutItem']);
  const recorded = portalFunctions()
    .filter((fn) => 'AUDIT_TABLE' in ((fn.Properties['Environment'] as { Variables: object }).Variables))
    .map((fn) => String(fn.Properties.FunctionName).replace('portal-example-', ''));
  const open = calls.filter((call) => call.access === 'user' && call.method !== 'GET' && call.acting !== 'refused').map((call) => call.name);
  expect(recorded).toEqual(expect.arrayContaining([...open, 'login', 'logout', 'delete-user', 'get-master-password']));
});

test('the master password is generated, and no function but those of sign-in, administrators and rotation reaches it', () => {
  data.hasResourceProperties('AWS::SecretsManager::Secret', { Name: 'portal-example-master-password', GenerateSecretString: Match.objectLike({ GenerateStringKey: 'masterPassword' }) });
  const names = portalFunctions()
    .filter((fn) => 'MASTER_PASSWORD_SECRET_ARN' in ((fn.Properties['Environment'] as { Variables: object }).Variables))
    .map((fn) => String(fn.Properties.FunctionName).replace('portal-example-', ''));
  expect(names.toSorted()).toEqual(['get-master-password', 'login', 'rotate-master-password']);
});

test('the devices table has one index, of devices and their locks by subscription; who lists devices may query that and nothing else of it', () => {
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
  expect(role.match(/dynamodb:\w+/g)).toEqual(['dynamodb:Query', 'dynamodb:Query']);
});

test('the record system’s token reaches the functions that ask it, and no screen’s', () => {
  const names = portalFunctions()
    .filter((fn) => 'KINTONE_SECRET_ARN' in (fn.Properties['Environment'] as { Variables: object }).Variables)
    .map((fn) => String(fn.Properties.FunctionName).replace('portal-example-', ''));
  expect(names.toSorted()).toEqual(['deliver-requests', 'mirror-devices', 'mirror-repairs', 'request-exchange', 'request-repair', 'return-device', 'sync-devices']);
});

test('no function has a public URL', () => {
  for (const template of all) template.resourceCountIs('AWS::Lambda::Url', 0);
});

test('tables, users and secrets are kept and protected where the stage says so', () => {
  for (const table of resourcesOf('AWS::DynamoDB::GlobalTable')) {
    expect(table.DeletionPolicy).toBe('Retain');
    expect(table.Properties['Replicas']).toEqual([expect.objectContaining({ DeletionProtectionEnabled: true, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } })]);
  }
  auth.hasResource('AWS::Cognito::UserPool', { DeletionPolicy: 'Retain', Properties: { DeletionProtection: 'ACTIVE' } });
  data.hasResource('AWS::SecretsManager::Secret', { DeletionPolicy: 'Retain' });
});

test('sign-in is by e-mail in any letter case, with SMS and TOTP as second steps, and an address counts when verified', () => {
  auth.hasResourceProperties('AWS::Cognito::UserPool', {
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

test('each job has a schedule of its name', () => {
  const names = resourcesOf('AWS::Scheduler::Schedule', [jobs]).map((schedule) => String(schedule.Properties['Name']));
  const inUserPool = ['custom-message'];
  expect(names.toSorted()).toEqual(otherFunctions.filter((name) => !inUserPool.includes(name)).map((name) => `portal-example-${name}`).toSorted());
});

test('the page lies in a private bucket and answers with its security headers; the API is never cached', () => {
  web.hasResourceProperties('AWS::S3::Bucket', {
    PublicAccessBlockConfiguration: { BlockPublicAcls: true, BlockPublicPolicy: true, IgnorePublicAcls: true, RestrictPublicBuckets: true },
  });
  const [headers] = resourcesOf('AWS::CloudFront::ResponseHeadersPolicy', [web]);
  const policy = JSON.stringify(headers?.Properties);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*'unsafe/);
  web.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      CacheBehaviors: [Match.objectLike({ PathPattern: '/api/*', CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad', AllowedMethods: Match.arrayWith(['POST', 'DELETE']) })],
    },
  });
});

test('the API hears of the viewer’s address, and a path with a dot is the page unless it is a built file', () => {
  web.hasResourceProperties('AWS::CloudFront::OriginRequestPolicy', {
    OriginRequestPolicyConfig: { HeadersConfig: { HeaderBehavior: 'whitelist', Headers: Match.arrayWith(['Idempotency-Key', 'Stripe-Signature', 'CloudFront-Viewer-Address']) } },
  });
  const [rewrite] = resourcesOf('AWS::CloudFront::Function', [web]);
  // oxlint-disable-next-line typescript/no-implied-eval -- the very code that CloudFront would run
  const handler = new Function(`${String(rewrite?.Properties['FunctionCode'])}; return handler;`)() as (event: { request: { uri: string } }) => { uri: string };
  const rewritten = (uri: string): string => handler({ request: { uri } }).uri;
  expect(['/', '/login', '/store/cus_1', '/devices/RZ-1.5', '/devices/a.js'].map(rewritten)).toEqual(Array.from({ length: 5 }, () => '/index.html'));
  expect(['/assets/index-1.js', '/theme.js', '/favicon.svg'].map(rewritten)).toEqual(['/assets/index-1.js', '/theme.js', '/favicon.svg']);
});

test('the limits of tries are the stage’s', () => {
  const [login] = portalFunctions().filter((fn) => fn.Properties.FunctionName === 'portal-example-login');
  const environment = login?.Properties['Environment'] as { Variables: Record<string, string> } | undefined;
  expect(JSON.parse(environment?.Variables['ATTEMPT_LIMITS'] ?? '')).toEqual(stageSettings('example').attemptLimits);
  expect(() => parseStage({ ...stageSettings('example'), attemptLimits: { perAccount: 0 } }, 'mine')).toThrow('attemptLimits.perAccount');
});

test('no secret stands in a template', () => {
  for (const template of all) expect(JSON.stringify(template.toJSON())).not.toMatch(/sk_(live|test)_|whsec_[A-Za-z0-9]/);
});

test('a wrong setting is refused by its name', () => {
  expect(() => stageSettings('nowhere')).toThrow('no stage "nowhere"');
  expect(() => parseStage({ ...stageSettings('example'), portalOrigin: 'portal.example.jp/', logRetentionDays: 8 }, 'mine')).toThrow(/portalOrigin: .*\n.*logRetentionDays/);
});
