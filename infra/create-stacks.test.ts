import type { Stack } from 'aws-cdk-lib';
import { all } from './testing/example';
import { stacksOf } from './testing/synthesize';

test('every stack has far fewer than 500 resources and looks up few outputs of other stacks', () => {
  for (const template of all) {
    expect(Object.keys(template.toJSON()['Resources'] as object).length).toBeLessThanOrEqual(450);
    const lookUps = JSON.stringify(template.toJSON()).match(/Fn::GetStackOutput/g) ?? [];
    expect(lookUps.length).toBeLessThanOrEqual(25);
  }
});

test('a stage that keeps its data: CloudFormation refuses to delete its stacks', () => {
  const { stacks: made } = stacksOf('example');
  for (const stack of Object.values(made)) expect((stack as Stack).terminationProtection).toBe(true);
  for (const stack of Object.values(stacksOf('local').stacks))
    expect((stack as Stack).terminationProtection).toBe(false);
});

test('no secret is in a template', () => {
  for (const template of all)
    expect(JSON.stringify(template.toJSON())).not.toMatch(/sk_(live|test)_|whsec_[A-Za-z0-9]/);
});
