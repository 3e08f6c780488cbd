import { readFileSync } from 'node:fs';
import { all, callStacks } from './testing/example';
import { stacksOf } from './testing/synthesize';

test('every stack has room for twice its resources: CloudFormation takes 500, and functions never move', () => {
  for (const template of all) expect(Object.keys(template.toJSON()['Resources'] as object).length).toBeLessThan(250);
});

test('every stack looks up few outputs of other stacks, because CloudFormation throttles them at 75', () => {
  for (const template of all)
    expect((JSON.stringify(template.toJSON()).match(/Fn::GetStackOutput/g) ?? []).length).toBeLessThanOrEqual(25);
});

test('all stacks at once begin fewer routes than the 10 requests a second that API Gateway takes of an account', () => {
  const beginning = callStacks.flatMap((template) => {
    // A route refers to its integration, which comes first.
    const integrations = template.findResources('AWS::ApiGatewayV2::Integration') as Record<
      string,
      { DependsOn?: string[] }
    >;
    return Object.values(integrations).filter(({ DependsOn = [] }) => !DependsOn.some((id) => id in integrations));
  });
  expect(beginning.length).toBeLessThan(10);
});

test('a stage that keeps its data: CloudFormation refuses to delete its stacks', () => {
  const { stacks: made } = stacksOf('example');
  for (const stack of Object.values(made)) expect(stack.terminationProtection).toBe(true);
  for (const stack of Object.values(stacksOf('local').stacks)) expect(stack.terminationProtection).toBe(false);
});

test('no secret is in a template', () => {
  for (const template of all)
    expect(JSON.stringify(template.toJSON())).not.toMatch(/sk_(live|test)_|whsec_[A-Za-z0-9]/);
});

test('every behaviour that the CDK recommends to new projects is on: later each would be a migration', () => {
  const [settings, recommended] = ['cdk.json', 'node_modules/aws-cdk-lib/recommended-feature-flags.json'].map(
    (path) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>,
  );
  expect(settings?.['context']).toMatchObject({ ...recommended, '@aws-cdk/core:target-partitions': ['aws'] });
});
