import { readFileSync } from 'node:fs';
import { Template } from 'aws-cdk-lib/assertions';
import { parseStage, stageSettings } from '../stage/stages';
import { all, resourcesOf, stacks } from '../testing/example';
import { stacksOf } from '../testing/synthesize';

/** What a first deployment, its retry and the end of a stage depend on. */

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
  DependsOn?: string[];
}
const everything = (templates: readonly Template[]): [string, Resource][] =>
  templates.flatMap((template) => Object.entries(template.toJSON()['Resources'] as Record<string, Resource>));
const rolePolicy = (role: Resource | undefined): string => JSON.stringify(role?.Properties['Policies'] ?? []);

test('a first deployment that failed leaves nothing whose name the next one needs', () => {
  const kept = everything(all).filter(([, { DeletionPolicy }]) => DeletionPolicy === 'Retain');
  expect(kept.map(([id]) => id)).toEqual([]);
});

test('a stage that may be destroyed: nothing stays or is protected, and buckets are emptied', () => {
  const settings = { data: 'destroy', canary: { everyMinutes: 60 } } as const;
  const made = Object.values(stacksOf('example', { settings }).stacks).map((stack) => {
    expect(stack.terminationProtection).toBe(false);
    return Template.fromStack(stack);
  });
  const resources = everything(made);
  expect(resources.filter(([, { DeletionPolicy }]) => DeletionPolicy?.startsWith('Retain'))).toEqual([]);
  expect(JSON.stringify(resources)).not.toMatch(/"DeletionProtection(Enabled)?":(true|"ACTIVE")/);
  const idsOf = (type: string) => resources.filter(([, { Type }]) => Type === type);
  const emptied = idsOf('Custom::S3AutoDeleteObjects').map(([, { Properties }]) => Properties['BucketName']);
  const buckets = idsOf('AWS::S3::Bucket').map(([id]) => ({ Ref: id }));
  expect(buckets).toHaveLength(4);
  expect(emptied).toEqual(expect.arrayContaining(buckets));
});

test('the sender is the domain that is verified in SES, for Cognito and for the functions', () => {
  const [pool] = resourcesOf('AWS::Cognito::UserPool');
  const identity = 'identity/example.jp';
  expect(JSON.stringify(pool?.Properties['EmailConfiguration'])).toContain(`:${identity}"`);
  const senders = resourcesOf('AWS::IAM::Role').filter((role) => rolePolicy(role).includes('ses:SendEmail'));
  expect(senders.length).toBeGreaterThan(0);
  for (const role of senders) expect(rolePolicy(role)).toContain(`:${identity}"`);
});

test('an identity with a default configuration set: mails may use it', () => {
  const { jobs } = stacksOf('example', { settings: { mailConfigurationSet: 'main' } }).stacks;
  const roles = resourcesOf('AWS::IAM::Role', [Template.fromStack(jobs)]).map(rolePolicy);
  const senders = roles.filter((policy) => policy.includes('ses:SendEmail'));
  expect(senders.length).toBeGreaterThan(0);
  for (const policy of senders) expect(policy).toContain(':configuration-set/main"');
});

test('an account whose concurrency is not raised: none is reserved', () => {
  const { reserveConcurrency: _reserved, ...silent } = stageSettings('example');
  for (const stack of Object.values(stacksOf('example', { settings: parseStage(silent, 'example') }).stacks))
    expect(JSON.stringify(Template.fromStack(stack).toJSON())).not.toContain('ReservedConcurrentExecutions');
});

test('the page is uploaded after the files that it names', () => {
  const [hashed] = Object.entries(stacks.web.findResources('Custom::CDKBucketDeployment')).find(([id]) =>
    id.startsWith('HashedFiles'),
  ) ?? [''];
  const named = Object.entries(stacks.web.findResources('Custom::CDKBucketDeployment')).find(([id]) =>
    id.startsWith('NamedFiles'),
  )?.[1] as Resource | undefined;
  expect(named?.DependsOn).toContain(hashed);
});

test('the gateway logs each request with its outcome, its duration, and why it failed', () => {
  const [stage] = resourcesOf('AWS::ApiGatewayV2::Stage');
  const { Format } = stage!.Properties['AccessLogSettings'] as { Format: string };
  expect(Object.values(JSON.parse(Format) as Record<string, string>)).toEqual(
    expect.arrayContaining(
      ['requestId', 'routeKey', 'status', 'responseLatency', 'integrationErrorMessage', 'authorizer.error'].map(
        (name) => `$context.${name}`,
      ),
    ),
  );
});

test('the gateway’s log has a name that CloudWatch Logs takes however many logs the account delivers', () => {
  const [stage] = resourcesOf('AWS::ApiGatewayV2::Stage');
  const { DestinationArn } = stage!.Properties['AccessLogSettings'] as { DestinationArn: object };
  const [id] = Object.keys(stacks.api.findResources('AWS::Logs::LogGroup')).filter((one) =>
    JSON.stringify(DestinationArn).includes(`"${one}"`),
  );
  const { Properties } = stacks.api.findResources('AWS::Logs::LogGroup')[id ?? ''] as unknown as Resource;
  expect(Properties['LogGroupName']).toBe('/aws/vendedlogs/portal-example-api');
});

test('the id of the user pool, which commands on users need, is an output', () => {
  const outputs = Object.values(stacks.auth.findOutputs('UserPoolId'));
  expect(outputs).toEqual([expect.objectContaining({ Value: { Ref: expect.stringMatching(/^Users/) } })]);
});

test('the firewall’s managed rules leave what Stripe and Kintone send alone, and only count large bodies', () => {
  const [acl] = resourcesOf('AWS::WAFv2::WebACL');
  const managed = (acl!.Properties['Rules'] as { Statement: { ManagedRuleGroupStatement?: object } }[]).flatMap(
    ({ Statement }) => Statement.ManagedRuleGroupStatement ?? [],
  );
  expect(managed).toHaveLength(2);
  const paths = [
    { SearchString: '/api/webhooks/stripe', PositionalConstraint: 'EXACTLY' },
    // Its end is the stage's secret. A path that leads elsewhere by `..` is none of Kintone's.
    { SearchString: '/api/webhooks/kintone/', PositionalConstraint: 'STARTS_WITH' },
  ];
  const Statements = paths.map((path) => ({ ByteMatchStatement: path }));
  for (const group of managed)
    expect(group).toMatchObject({
      ScopeDownStatement: { NotStatement: { Statement: { OrStatement: { Statements } } } },
    });
  expect(JSON.stringify(managed[0])).toMatch(/kintone[^\]]*"Type":"NORMALIZE_PATH"/);
  expect(managed[0]).toMatchObject({
    RuleActionOverrides: [{ Name: 'SizeRestrictions_BODY', ActionToUse: { Count: {} } }],
  });
});

describe('the roles of the workflows', () => {
  const { workflows } = stacks;
  const named = (name: string): string => {
    const [role] = Object.values(workflows.findResources('AWS::IAM::Role', { Properties: { RoleName: name } }));
    const policies = resourcesOf('AWS::IAM::Policy', [workflows]).filter(({ Properties }) =>
      JSON.stringify(Properties['Roles']).includes(name.endsWith('deploy') ? 'Deploy' : 'Diff'),
    );
    return JSON.stringify([role, policies]);
  };

  test('the one that deploys may read what `npm run check` reads', () => {
    const files = ['check.ts', 'check/check-messages.ts', 'stage.ts'].map((file) => `infra/cli/${file}`);
    const source = files.map((path) => readFileSync(path, 'utf8')).join();
    const asked = [...source.matchAll(/new (\w+)Command\(|paginate(\w+)\(/g)].map(
      ([, command, paginated]) => command ?? paginated ?? '',
    );
    expect(asked.length).toBeGreaterThan(7);
    for (const operation of asked)
      expect(named('portal-example-github-deploy')).toMatch(
        new RegExp(`"(cognito-idp|secretsmanager|ses|sns):${operation}"`),
      );
    expect(named('portal-example-github-deploy')).toContain('"kms:Decrypt"');
  });

  test('each is for the workflow of its repository; the one that compares reads this stage’s templates alone', () => {
    expect(named('portal-example-github-deploy')).toContain(
      ':sub":"repo:example@123456/portal@456789:environment:example"',
    );
    const compares = named('portal-example-github-diff');
    expect(compares).toContain(':sub":"repo:example@123456/portal@456789:pull_request"');
    // The code of a pull request runs with it, reviewed by nobody. CDK's own role for look-ups reads users and items.
    expect(compares).not.toContain('cdk-hnb659fds-');
    expect([...new Set(compares.match(/"(?!arn|sts)[a-z0-9-]+:[A-Z*]\w*"/g))].toSorted()).toEqual([
      '"cloudformation:DescribeStacks"',
      '"cloudformation:GetTemplate"',
    ]);
    expect(compares.match(/:stack\/[^"]+/g)).toEqual([':stack/Portal-example-*/*', ':stack/Portal-example-*/*']);
  });
});
