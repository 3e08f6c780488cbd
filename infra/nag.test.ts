import { App, Stack, Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import { stacksOf } from './testing/synthesize';

/** The findings of cdk-nag for an app; it writes them to the console and makes the synthesis fail. */
function findings(app: App): string {
  const said: string[] = [];
  for (const channel of ['error', 'warn', 'log'] as const)
    jest.spyOn(console, channel).mockImplementation((...words) => void said.push(words.join(' ')));
  const written = jest.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  try {
    app.synth();
  } catch (error) {
    said.push(String(error));
  } finally {
    written.mockRestore();
    jest.restoreAllMocks();
  }
  return said.join('\n');
}

test.each([
  ['local', {}],
  ['example', {}],
  ['example', { canary: { everyMinutes: 15 } } as const],
])(
  'AWS Solutions has nothing to say about the stage %s with %j that is not answered beside the resource',
  (stage, settings) => {
    const said = findings(stacksOf(stage, { settings }).app);
    expect([...said.matchAll(/Acknowledge with '([^']+)'/g)].map(([, rule]) => rule)).toEqual([]);
    expect(said).not.toMatch(/ERROR|WARNING/);
  },
);

test('a stack with a known fault: it is found', () => {
  const app = new App({ builtinCloudFormationValidation: false });
  new Bucket(new Stack(app, 'Stack'), 'Open');
  expect(findings(app)).toContain('AwsSolutions-S10');
});
