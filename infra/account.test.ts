import { Template } from 'aws-cdk-lib/assertions';
import { all, resourcesOf, stacks } from './testing/example';
import { stacksOf, synthesize } from './testing/synthesize';

/** What a stage takes of the account that it lives in, and leaves there. */

interface Role {
  Properties: { Policies?: object[]; ManagedPolicyArns?: unknown[] };
}
interface Policy {
  Properties: { PolicyDocument: object; Roles: { Ref: string }[] };
}

/** The longest that a reference becomes, as the ARN of an index of a table. */
const longestArn = 'x'.repeat(110);
const resolved = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(resolved);
  const [only] = Object.entries(value) as [string, unknown][];
  const [name, inner] = only ?? ['', undefined];
  if (name === 'Fn::Join') return (inner as [string, unknown[]])[1].map(resolved).join('');
  if (name === 'Ref' || name.startsWith('Fn::')) return longestArn;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one)]));
};

test('the policies of each role fit twice into the 10,240 characters of IAM, however long a stage’s name', () => {
  const made = Object.values(stacksOf('example', { settings: { name: 'a-longest-name16' } }).stacks);
  const sizes = made.flatMap((stack) => {
    const template = Template.fromStack(stack);
    const roles = Object.entries(template.findResources('AWS::IAM::Role')) as [string, Role][];
    const policies = Object.values(template.findResources('AWS::IAM::Policy')) as Policy[];
    return roles.map(([id, { Properties }]) => {
      const own = policies.filter(({ Properties: { Roles } }) => Roles.some(({ Ref }) => Ref === id));
      const documents = [...(Properties.Policies ?? []), ...own.map((one) => one.Properties.PolicyDocument)];
      return [id, JSON.stringify(resolved(documents)).length] as const;
    });
  });
  expect(sizes.length).toBeGreaterThan(80);
  expect(sizes.filter(([, size]) => size > 5_120)).toEqual([]);
});

test('every log ends, also that of the CDK’s own function', () => {
  for (const { Properties } of resourcesOf('AWS::Logs::LogGroup')) expect(Properties['RetentionInDays']).toBe(365);
  for (const { Properties } of resourcesOf('AWS::Lambda::Function'))
    expect(Properties['LoggingConfig']).toEqual({ LogGroup: expect.anything() });
});

test('no function is traced: without instrumentation a trace shows no request to a vendor', () => {
  for (const { Properties } of resourcesOf('AWS::Lambda::Function'))
    expect(Properties).not.toHaveProperty('TracingConfig');
  for (const template of all) expect(JSON.stringify(template.toJSON())).not.toContain('xray:');
});

test('the scheduler takes its role for this account alone', () => {
  const [trust] = resourcesOf('AWS::IAM::Role', [stacks.jobs])
    .map(({ Properties }) => JSON.stringify(Properties['AssumeRolePolicyDocument']))
    .filter((document) => document.includes('scheduler.amazonaws.com'));
  expect(trust).toContain('"Condition":{"StringEquals":{"aws:SourceAccount":"111122223333"}}');
});

test('a stage without a key of its own: DynamoDB’s encrypts the tables, whose requests cost nothing', () => {
  const tables = resourcesOf('AWS::DynamoDB::GlobalTable', [synthesize('local').data]);
  expect(tables.length).toBeGreaterThan(3);
  for (const { Properties } of tables) expect(Properties['SSESpecification']).toEqual({ SSEEnabled: false });
});

test('without a named stage nothing is synthesized: the laptop’s would be deployed', async () => {
  await expect(import('./app')).rejects.toThrow('Name the stage: --context stage=NAME');
});
