import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAws, servicesOfAws } from '../../functions/testing/aws-command';
import { commandsOf } from '../../functions/testing/runbook';
import { stacksOf } from '../testing/synthesize';
import { cdkArguments, type DeployCommand } from './deploy';
import { stageArgument } from './stage-argument';

/** Commands on a stage as the documents and the workflows have them, with the stage `example` for a stage's name. */
const documented = ['docs/deploy.md', 'docs/runbook.md', '.github/workflows/deploy.yml', '.github/workflows/test.yml']
  .flatMap((path) => [
    ...readFileSync(path, 'utf8')
      .replaceAll(/\n +/g, ' ')
      .matchAll(/npm run ([\w-]+) +-- ([^`#\n]+)/g),
  ])
  .map(([, script = '', words = '']) => ({
    script,
    words: words
      .replace(/ env: .*/, '')
      .replaceAll(/"\$STAGE"|\bNAME\b|\bSTAGE\b/g, 'example')
      .trim()
      .split(/ +/),
  }));
const distinct = [...new Map(documented.map((one) => [JSON.stringify(one), one])).values()];
const isCdk = (script: string): script is DeployCommand => ['deploy', 'diff', 'destroy'].includes(script);

const forPeople = ['docs/deploy.md', 'docs/runbook.md'].flatMap((path) => commandsOf(readFileSync(path, 'utf8')));
/** Commands of the AWS CLI, by service; those of the services here are tried by the SDK. */
const ofAws = [...new Set(forPeople.filter((line) => /^aws [a-z]/.test(line)))].map((line) => ({
  service: line.split(' ')[1] ?? '',
  line,
}));
const tried = ofAws.filter(({ service, line }) => servicesOfAws.includes(service) && !line.includes(' wait '));

/** Somebody's shell without credentials for AWS and without a way to ask for some. */
const env = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_REGION: 'ap-northeast-1',
  CDK_DISABLE_CLI_TELEMETRY: '1',
  CI: 'true',
};
const run = (command: string, words: readonly string[]): string => {
  const { stdout, stderr } = spawnSync(command, words, { env, encoding: 'utf8' });
  return `${stdout}${stderr}`;
};
const wantsCredentials = /credentials|resolve AWS account|Could not load/i;

test('the documents and workflows name commands of each kind', () => {
  expect(new Set(distinct.map(({ script }) => script))).toEqual(
    new Set(['deploy', 'diff', 'destroy', 'check', 'catalogue', 'doctor', 'records', 'restore-items', 'restore-users']),
  );
});

describe('without credentials, as on a clean clone', () => {
  let assembly: string;
  beforeAll(() => {
    assembly = stacksOf('example').app.synth().directory;
  });

  test.each(distinct.filter(({ script }) => isCdk(script)).map(({ script, words }) => [script, words.join(' ')]))(
    'npm run %s -- %s: the CDK takes every word and asks for credentials',
    (script, text) => {
      const { stage, rest } = stageArgument(text.split(' '));
      const settings = script === 'destroy' ? { ...stage, data: 'destroy' as const } : stage;
      const words = cdkArguments(script as DeployCommand, settings, rest);
      // The assembly that the tests have made takes the place of the CDK's own synthesis.
      const at = words.indexOf('--output');
      words.splice(at, 2, '--app', assembly, ...(script === 'destroy' ? ['--force'] : []));
      const said = run('node_modules/.bin/cdk', words);
      expect(said).toMatch(wantsCredentials);
      expect(said).not.toMatch(/Unknown option|only be specified once|Unknown argument/);
    },
  );

  test.each(distinct.filter(({ script }) => !isCdk(script)).map(({ script, words }) => [script, words.join(' ')]))(
    'npm run %s -- %s: asks for credentials',
    (script, text) => {
      const said = run(process.execPath, ['--import', 'tsx', join('infra/cli', `${script}.ts`), ...text.split(' ')]);
      expect(said).toMatch(wantsCredentials);
    },
  );

  test.each(forPeople.filter((line) => line.startsWith('npx cdk ')))('%s: asks for credentials', (line) => {
    const words = line.replace('npx cdk ', '').replace('ACCOUNT', '111122223333').split(' ');
    expect(run('node_modules/.bin/cdk', [...words, '--app', assembly])).toMatch(wantsCredentials);
  });

  test('npm run catalogue without a stage: asks for the shell’s key of Stripe', () => {
    const said = run(process.execPath, ['--import', 'tsx', 'infra/cli/catalogue.ts']);
    expect(said).toContain('STRIPE_SECRET_KEY');
  });

  test.each(tried.map(({ line }) => line))(
    '%s: operation and options exist, and it asks for credentials',
    async (line) => {
      const given = { ...process.env };
      try {
        for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
        Object.assign(process.env, env);
        await expect(runAws(line)).rejects.toMatchObject({ name: 'CredentialsProviderError' });
      } finally {
        process.env = given;
      }
    },
  );
});

test('the commands of the AWS CLI that the SDK cannot try here are of these services', () => {
  const others = ofAws
    .filter((one) => !tried.includes(one))
    .map(({ service, line }) => (line.includes(' wait ') ? 'wait' : service));
  expect([...new Set(others)].toSorted()).toEqual(['cloudformation', 'iam', 'logs', 'sqs', 'sts', 'wait']);
});
