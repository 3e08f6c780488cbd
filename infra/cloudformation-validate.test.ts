import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stacksOf } from './testing/synthesize';

interface Report {
  pluginReports: { pluginName: string; conclusion: string; violations: { ruleName: string; description: string }[] }[];
}

/**
 * The report of "CloudFormation Validate", which the CDK runs at each synthesis: the rules of cfn-lint, by their names,
 * without Python.
 */
function reportOf(stage: string): Report['pluginReports'][number] | undefined {
  for (const channel of ['error', 'warn', 'log'] as const) jest.spyOn(console, channel).mockImplementation();
  const { directory } = stacksOf(stage, { validated: true }).app.synth();
  const report = JSON.parse(readFileSync(join(directory, 'validation-report.json'), 'utf8')) as Report;
  return report.pluginReports.find(({ pluginName }) => pluginName === 'CloudFormation Validate');
}

test('cfn-lint’s rules find nothing in the templates of a stage', () => {
  const report = reportOf('example');
  expect(report?.violations).toEqual([]);
  expect(report?.conclusion).toBe('success');
});
