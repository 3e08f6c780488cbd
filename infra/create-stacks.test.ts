import { readFileSync } from 'node:fs';
import type { Stack } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { calls } from '#shared/contract/index';
import { jobs as declaredJobs } from './functions/jobs';
import { commonLine, statementLines } from './testing/review';
import { functionNames, stacksOf, synthesize } from './testing/synthesize';
import { parseStage, stageSettings } from './stage/stages';

const stacks = synthesize('example');
const { auth, data, api, jobs, web, observability } = stacks;
const all = Object.values(stacks);

type Resource = {
  Type: string;
  Properties: Record<string, unknown> & { FunctionName?: string };
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
};
const resourcesOf = (type: string, from = all): Resource[] =>
  from.flatMap((template) => Object.values(template.findResources(type)) as Resource[]);
const jobNames = (): string[] =>
  resourcesOf('AWS::Lambda::Function', [jobs]).map((fn) =>
    String(fn.Properties.FunctionName).replace('portal-example-', ''),
  );
const portalFunctions = () =>
  resourcesOf('AWS::Lambda::Function').filter((fn) => fn.Properties.FunctionName?.startsWith('portal-'));

test('each call has one route and one function; nothing else is a function', () => {
  const routes = resourcesOf('AWS::ApiGatewayV2::Route').map((route) => String(route.Properties['RouteKey']));
  expect(routes.toSorted()).toEqual(calls.map((call) => `${call.method} ${call.path}`).toSorted());
  const names = portalFunctions().map((fn) => String(fn.Properties.FunctionName).replace('portal-example-', ''));
  expect(names.toSorted()).toEqual(functionNames.toSorted());
  expect(functionNames).toEqual(expect.arrayContaining(calls.map((call) => call.name)));
});

test('a function runs on arm64 and the newest Node, answers within the gateway’s time, and says what its failure costs', () => {
  for (const fn of portalFunctions()) {
    expect(fn.Properties).toMatchObject({
      Architectures: ['arm64'],
      Runtime: 'nodejs24.x',
      Description: expect.stringMatching(/^If it fails: .+/),
    });
  }
  for (const fn of resourcesOf('AWS::Lambda::Function', [api])) expect(fn.Properties['Timeout']).toBeLessThan(29);
});

test('no statement of a function names a wildcard resource or action', () => {
  const statements = resourcesOf('AWS::IAM::Role')
    .flatMap(
      (role) =>
        (role.Properties['Policies'] ?? []) as {
          PolicyName: string;
          PolicyDocument: { Statement: { Action: string | string[]; Resource: unknown }[] };
        }[],
    )
    .filter((policy) => policy.PolicyName === 'access')
    .flatMap((policy) => policy.PolicyDocument.Statement);
  expect(statements.length).toBeGreaterThan(calls.length);
  for (const statement of statements) {
    expect([statement.Action].flat().filter((action) => action.includes('*'))).toEqual([]);
    // X-Ray alone knows no resources to name.
    if ([statement.Resource].flat().includes('*'))
      expect(statement.Action).toEqual(['xray:PutTelemetryRecords', 'xray:PutTraceSegments']);
  }
});

test('every function writes its own log and its traces, and uses the key for data alone', () => {
  const roles = resourcesOf('AWS::IAM::Role').flatMap(
    (role) => (role.Properties['Policies'] ?? []) as { PolicyName: string; PolicyDocument: unknown }[],
  );
  const lines = roles
    .filter(({ PolicyName }) => PolicyName === 'access')
    .map(({ PolicyDocument }) => statementLines(PolicyDocument).filter((line) => commonLine.test(line)));
  expect(lines).toHaveLength(portalFunctions().length);
  for (const common of lines) {
    expect(common.filter((line) => !line.includes('kms:'))).toEqual([
      expect.stringMatching(/^Allow logs:CreateLogStream, logs:PutLogEvents on \w+Logs\.Arn$/),
      'Allow xray:PutTelemetryRecords, xray:PutTraceSegments on *',
    ]);
    for (const line of common.filter((one) => one.includes('kms:')))
      expect(line).toMatch(/^Allow kms:Decrypt(, kms:Encrypt)?(, kms:GenerateDataKey)? on Data:Key\.Arn$/);
  }
});

test('the API answers nobody but CloudFront: each route asks the authorizer, which knows the key that CloudFront adds', () => {
  const routes = resourcesOf('AWS::ApiGatewayV2::Route');
  const [authorizer] = Object.keys(api.findResources('AWS::ApiGatewayV2::Authorizer'));
  expect(routes).toHaveLength(calls.length);
  for (const route of routes)
    expect(route.Properties).toMatchObject({ AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: authorizer } });
  api.hasResourceProperties('AWS::ApiGatewayV2::Authorizer', {
    AuthorizerType: 'REQUEST',
    EnableSimpleResponses: true,
    AuthorizerPayloadFormatVersion: '2.0',
    IdentitySource: ['$request.header.x-origin-key'],
    AuthorizerResultTtlInSeconds: 3600,
  });
  web.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      Origins: Match.arrayWith([
        Match.objectLike({
          OriginCustomHeaders: [
            {
              HeaderName: 'x-origin-key',
              HeaderValue: '{{resolve:secretsmanager:portal-example-origin:SecretString:originKey::}}',
            },
          ],
          CustomOriginConfig: Match.objectLike({ OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] }),
        }),
      ]),
    },
  });
  data.hasResourceProperties('AWS::SecretsManager::Secret', {
    Name: 'portal-example-origin',
    GenerateSecretString: Match.objectLike({ GenerateStringKey: 'originKey', PasswordLength: 48 }),
  });
});

test('no stack comes near the 500 resources that CloudFormation takes, and none locks another one’s resources by an export', () => {
  for (const template of all) {
    expect(Object.keys(template.toJSON()['Resources'] as object).length).toBeLessThanOrEqual(400);
    expect(JSON.stringify(template.toJSON())).not.toMatch(/Fn::ImportValue|"Export":/);
  }
});

test('who deletes a stack of a stage that keeps its data is refused by CloudFormation', () => {
  const { stacks: made } = stacksOf('example');
  for (const stack of Object.values(made)) expect((stack as Stack).terminationProtection).toBe(true);
  for (const stack of Object.values(stacksOf('local').stacks))
    expect((stack as Stack).terminationProtection).toBe(false);
});

test('replacing a table or the user pool keeps the old one', () => {
  const keeping = [
    ...resourcesOf('AWS::DynamoDB::GlobalTable'),
    ...resourcesOf('AWS::Cognito::UserPool'),
    ...resourcesOf('AWS::KMS::Key'),
  ];
  expect(keeping).toHaveLength(5);
  for (const resource of keeping)
    expect(resource).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
});

test('with a key of the stage’s own tables, secrets and topics lie under it, and who uses them may use it', () => {
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

test('every alarm says what a customer loses, tells somebody, and leads to a section of the runbook that is there', () => {
  const sections = new Set(
    [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
  const alarms = resourcesOf('AWS::CloudWatch::Alarm');
  const missing = new Set<string>();
  for (const { Properties } of alarms) {
    const [, impact, section = ''] =
      /^What customers lose: (.+)\. What to do: docs\/runbook\.md#([a-z0-9-]+)$/.exec(
        String(Properties['AlarmDescription']),
      ) ?? [];
    expect([Properties['AlarmName'], impact]).toEqual([expect.any(String), expect.stringMatching(/\w{3}/)]);
    if (!sections.has(section)) missing.add(section);
    expect(Properties['AlarmActions']).toHaveLength(1);
  }
  expect([...missing]).toEqual([]);
  const names = alarms.map(({ Properties }) => String(Properties['AlarmName']).replace('portal-example-', ''));
  expect(names).toEqual(
    expect.arrayContaining([
      ...calls.map((call) => `call-${call.name}`),
      'api-errors',
      'api-latency',
      'function-throttles',
      'failed-jobs',
    ]),
  );
  for (const job of jobNames())
    expect(names).toEqual(
      expect.arrayContaining([
        `job-${job}-failed`,
        ...(job === 'rotate-master-password' ? [] : [`job-${job}-did-not-run`]),
      ]),
    );
  observability.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'alarms@example.jp' });
  observability.resourceCountIs('AWS::CloudWatch::Dashboard', 1);
});

test('what a job gave up on waits in a queue; it runs alone, and so do only so many webhooks', () => {
  const queue = { 'Fn::GetAtt': [Object.keys(jobs.findResources('AWS::SQS::Queue'))[0], 'Arn'] };
  for (const schedule of resourcesOf('AWS::Scheduler::Schedule'))
    expect(schedule.Properties['Target']).toMatchObject({
      DeadLetterConfig: { Arn: queue },
      RetryPolicy: { MaximumRetryAttempts: 2 },
    });
  for (const config of resourcesOf('AWS::Lambda::EventInvokeConfig'))
    expect(config.Properties['DestinationConfig']).toEqual({ OnFailure: { Destination: queue } });
  expect(resourcesOf('AWS::Lambda::EventInvokeConfig')).toHaveLength(jobNames().length);
  for (const fn of resourcesOf('AWS::Lambda::Function', [jobs]))
    expect(fn.Properties['ReservedConcurrentExecutions']).toBe(1);
  const limited = resourcesOf('AWS::Lambda::Function', [api]).filter(
    (fn) => fn.Properties['ReservedConcurrentExecutions'] !== undefined,
  );
  expect(limited.map((fn) => fn.Properties.FunctionName)).toEqual(['portal-example-stripe-webhook']);
});

test('buckets are private, encrypted and spoken to by TLS; CloudFront keeps a log, and its page bucket opens to it alone', () => {
  const buckets = resourcesOf('AWS::S3::Bucket');
  expect(buckets).toHaveLength(2);
  for (const bucket of buckets) {
    expect(bucket.Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: expect.anything(),
    });
  }
  const policies = resourcesOf('AWS::S3::BucketPolicy').map((policy) =>
    JSON.stringify(policy.Properties['PolicyDocument']),
  );
  expect(policies.filter((policy) => policy.includes('"aws:SecureTransport":"false"'))).toHaveLength(2);
  expect(
    policies.filter((policy) => policy.includes('cloudfront.amazonaws.com') && policy.includes('AWS:SourceArn')),
  ).toHaveLength(1);
  web.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      Logging: { IncludeCookies: false, Prefix: 'cloudfront/' },
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
    },
  });
});

test('a firewall stands before CloudFront where the stage has one, with a limit for one address that spares Stripe', () => {
  const firewall = JSON.stringify(stacks.edge.toJSON());
  expect(firewall).toContain('"Scope":"CLOUDFRONT"');
  expect(firewall).toMatch(/"Limit":2000/);
  expect(firewall).toContain('/api/webhooks/stripe');
  web.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      WebACLId: { 'Fn::GetStackOutput': Match.objectLike({ StackName: 'Portal-example-Edge', Region: 'us-east-1' }) },
    },
  });
  expect(synthesize('local').edge).toBeUndefined();
});

test('the audit record only grows: functions may add to it and nothing else; what an impersonating administrator may change is recorded', () => {
  const [auditTable] = Object.keys(
    data.findResources('AWS::DynamoDB::GlobalTable', { Properties: { TableName: 'portal-example-audit' } }),
  );
  if (!auditTable) throw new Error('There is no audit table');
  const actions = resourcesOf('AWS::IAM::Role')
    .flatMap(
      (role) =>
        (role.Properties['Policies'] ?? []) as {
          PolicyDocument: { Statement: { Action: string | string[]; Resource: unknown }[] };
        }[],
    )
    .flatMap((policy) => policy.PolicyDocument.Statement)
    .filter((statement) => JSON.stringify(statement.Resource).includes(auditTable))
    .flatMap((statement) => statement.Action);
  expect([...new Set(actions)]).toEqual(['dynamodb:PutItem']);
  const recorded = portalFunctions()
    .filter((fn) => 'AUDIT_TABLE' in (fn.Properties['Environment'] as { Variables: object }).Variables)
    .map((fn) => String(fn.Properties.FunctionName).replace('portal-example-', ''));
  const open = calls
    .filter((call) => call.access === 'user' && call.method !== 'GET' && call.impersonation !== 'refused')
    .map((call) => call.name);
  expect(recorded).toEqual(expect.arrayContaining([...open, 'login', 'logout', 'delete-user', 'get-master-password']));
});

test('the master password is generated, and no function but those of sign-in, administrators and rotation reaches it', () => {
  data.hasResourceProperties('AWS::SecretsManager::Secret', {
    Name: 'portal-example-master-password',
    GenerateSecretString: Match.objectLike({ GenerateStringKey: 'masterPassword' }),
  });
  const names = portalFunctions()
    .filter((fn) => 'MASTER_PASSWORD_SECRET_ARN' in (fn.Properties['Environment'] as { Variables: object }).Variables)
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
  expect([...new Set(role.match(/dynamodb:\w+/g))]).toEqual(['dynamodb:Query']);
});

test('the record system’s token reaches the functions that ask it, and no screen’s', () => {
  const names = portalFunctions()
    .filter((fn) => 'KINTONE_SECRET_ARN' in (fn.Properties['Environment'] as { Variables: object }).Variables)
    .map((fn) => String(fn.Properties.FunctionName).replace('portal-example-', ''));
  expect(names.toSorted()).toEqual([
    'deliver-requests',
    'mirror-devices',
    'mirror-repairs',
    'request-exchange',
    'request-repair',
    'return-device',
    'sync-devices',
  ]);
});

test('no function has a public URL', () => {
  for (const template of all) template.resourceCountIs('AWS::Lambda::Url', 0);
});

test('tables, users and secrets are kept and protected where the stage says so', () => {
  for (const table of resourcesOf('AWS::DynamoDB::GlobalTable')) {
    expect(table.DeletionPolicy).toBe('Retain');
    expect(table.Properties['Replicas']).toEqual([
      expect.objectContaining({
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      }),
    ]);
  }
  auth.hasResource('AWS::Cognito::UserPool', {
    DeletionPolicy: 'Retain',
    Properties: { DeletionProtection: 'ACTIVE' },
  });
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
  expect(names.toSorted()).toEqual(
    Object.keys(declaredJobs)
      .map((name) => `portal-example-${name}`)
      .toSorted(),
  );
});

test('the page lies in a private bucket and answers with its security headers; the API is never cached', () => {
  web.hasResourceProperties('AWS::S3::Bucket', {
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    },
  });
  const [headers] = resourcesOf('AWS::CloudFront::ResponseHeadersPolicy', [web]);
  const policy = JSON.stringify(headers?.Properties);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*'unsafe/);
  web.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      CacheBehaviors: [
        Match.objectLike({
          PathPattern: '/api/*',
          CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
          AllowedMethods: Match.arrayWith(['POST', 'DELETE']),
        }),
      ],
    },
  });
});

test('the API hears of the viewer’s address, and a path with a dot is the page unless it is a built file', () => {
  web.hasResourceProperties('AWS::CloudFront::OriginRequestPolicy', {
    OriginRequestPolicyConfig: {
      HeadersConfig: {
        HeaderBehavior: 'whitelist',
        Headers: Match.arrayWith(['Idempotency-Key', 'Stripe-Signature', 'CloudFront-Viewer-Address']),
      },
    },
  });
  const [rewrite] = resourcesOf('AWS::CloudFront::Function', [web]);
  // oxlint-disable-next-line typescript/no-implied-eval -- the very code that CloudFront would run
  const handler = new Function(`${String(rewrite?.Properties['FunctionCode'])}; return handler;`)() as (event: {
    request: { uri: string };
  }) => { uri: string };
  const rewritten = (uri: string): string => handler({ request: { uri } }).uri;
  expect(['/', '/login', '/store/cus_1', '/devices/RZ-1.5', '/devices/a.js'].map(rewritten)).toEqual(
    Array.from({ length: 5 }, () => '/index.html'),
  );
  expect(['/assets/index-1.js', '/theme.js', '/favicon.svg'].map(rewritten)).toEqual([
    '/assets/index-1.js',
    '/theme.js',
    '/favicon.svg',
  ]);
});

test('the limits of tries are the stage’s', () => {
  const [login] = portalFunctions().filter((fn) => fn.Properties.FunctionName === 'portal-example-login');
  const environment = login?.Properties['Environment'] as { Variables: Record<string, string> } | undefined;
  expect(JSON.parse(environment?.Variables['ATTEMPT_LIMITS'] ?? '')).toEqual(stageSettings('example').attemptLimits);
  expect(() => parseStage({ ...stageSettings('example'), attemptLimits: { perAccount: 0 } }, 'mine')).toThrow(
    'attemptLimits.perAccount',
  );
});

test('no secret stands in a template', () => {
  for (const template of all)
    expect(JSON.stringify(template.toJSON())).not.toMatch(/sk_(live|test)_|whsec_[A-Za-z0-9]/);
});

test('a wrong setting is refused by its name', () => {
  expect(() => stageSettings('nowhere')).toThrow('no stage "nowhere"');
  expect(() =>
    parseStage({ ...stageSettings('example'), portalOrigin: 'portal.example.jp/', logRetentionDays: 8 }, 'mine'),
  ).toThrow(/portalOrigin: .*\n.*logRetentionDays/);
});
