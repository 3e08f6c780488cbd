import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, CfnResource, Stack } from 'aws-cdk-lib';
import { stacksOf } from './testing/synthesize';

interface Report {
  pluginReports: { pluginName: string; violations: { ruleName: string }[] }[];
}

/**
 * What "CloudFormation Validate" finds, which the CDK runs at each synthesis: the rules of cfn-lint, by their names,
 * without Python. The report leaves out a plugin that found nothing.
 */
function findings(app: App): string[] {
  for (const channel of ['error', 'warn', 'log'] as const) jest.spyOn(console, channel).mockImplementation();
  const { directory } = app.synth();
  const report = JSON.parse(readFileSync(join(directory, 'validation-report.json'), 'utf8')) as Report;
  return report.pluginReports.flatMap(({ pluginName, violations }) =>
    violations.map(({ ruleName }) => `${pluginName}: ${ruleName}`),
  );
}

test.each([{}, { canary: { everyMinutes: 15 } } as const])(
  'cfn-lint’s rules find nothing in the templates of a stage with %j',
  (settings) => {
    expect(findings(stacksOf('example', { validated: true, settings }).app)).toEqual([]);
  },
);

test('a stack with a known fault: it is found', () => {
  const app = new App();
  new CfnResource(new Stack(app, 'Stack'), 'Queue', { type: 'AWS::SQS::Queue', properties: { Wrong: true } });
  expect(findings(app)).toEqual([expect.stringMatching(/^CloudFormation Validate: /)]);
});
