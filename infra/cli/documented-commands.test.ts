import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentedCommands, shellWithoutCredentials as env } from '../testing/documented-commands';
import { stacksOf } from '../testing/synthesize';
import { cdkArguments, type DeployCommand, stageArgument } from './deploy';

/** `npm run … -- …` with the stage `example` for a stage's name, once. */
const distinct = [
  ...new Set(
    documentedCommands.map((line) =>
      line.replaceAll(/ +/g, ' ').replaceAll(/"\$STAGE"|\bNAME\b|\bSTAGE\b/g, 'example'),
    ),
  ),
].flatMap((line) => {
  const [, script = '', words] = /^npm run ([\w-]+) +-- (.+)$/.exec(line) ?? [];
  return words === undefined ? [] : [{ script, words: words.split(/ +/) }];
});
const isCdk = (script: string): script is DeployCommand => ['deploy', 'diff', 'destroy'].includes(script);
const ofCdk = documentedCommands.filter((line) => line.startsWith('npx cdk '));
/** A script that a document only names, or one that asks for nothing. */
const scripts = documentedCommands.filter((line) => /^npm run [\w-]+$/.test(line));

const wantsCredentials = /credentials|resolve AWS account|Could not load/i;
const notTaken = /Unknown option|only be specified once|Unknown argument/;

test('the documents and workflows name commands of each kind', () => {
  expect(new Set(distinct.map(({ script }) => script))).toEqual(
    new Set([
      'deploy',
      'diff',
      'destroy',
      'check',
      'catalogue',
      'records',
      'restore-users',
      'rollback',
      'owner',
      'move-in',
    ]),
  );
});

test('the documents build before the first command that synthesizes the portal', () => {
  const [before = '', after] = readFileSync('docs/deploy.md', 'utf8').split(/npx\s+cdk/, 2);
  expect(before).toContain('npm ci && npm run build');
  expect(after).toContain('bootstrap');
});

describe('without credentials, as on a clean clone', () => {
  const assembly = stacksOf('example').app.synth().directory;
  /** The CDK with words; the assembly that the tests have made takes the place of its own synthesis. */
  const cdk = (words: readonly string[]): (() => string) => {
    const at = words.indexOf('--output');
    return run('cdk', ...(at < 0 ? words : words.toSpliced(at, 2)), '--app', assembly);
  };
  const tool = (script: string, ...words: string[]): (() => string) => run(join('infra/cli', `${script}.ts`), ...words);

  const runs: string[][] = [];
  let written: string[];
  /** Has a tool run before the tests, which can ask what it wrote. */
  function run(...words: string[]): () => string {
    const at = runs.push(words) - 1;
    return () => written[at] ?? '';
  }
  beforeAll(() => {
    const words = ['--import', 'tsx', 'infra/testing/run-tools.ts', JSON.stringify(runs)];
    const { stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' });
    written = JSON.parse(stdout || '[]') as string[];
    if (written.length < runs.length) throw new Error(`The last of these ended all: ${stdout} ${stderr}`);
  });

  test.each(
    distinct.flatMap(({ script, words }) => {
      if (!isCdk(script)) return [];
      const { stage, rest } = stageArgument(words);
      const settings = script === 'destroy' ? { ...stage, data: 'destroy' as const } : stage;
      const more = script === 'destroy' ? ['--force'] : [];
      return [[script, words.join(' '), cdk([...cdkArguments(script, settings, rest), ...more])] as const];
    }),
  )('npm run %s -- %s: the CDK takes every word and asks for credentials', (_script, _text, said) => {
    expect(said()).toMatch(wantsCredentials);
    expect(said()).not.toMatch(notTaken);
  });

  // A rollback fetches and builds another version first: rollback.test.ts. The portal is asked by check-portal.test.ts.
  // What is for the laptop is walked by e2e/own-portal/move-in.story.ts.
  test.each(
    distinct
      .filter(
        ({ script, words }) =>
          !isCdk(script) && script !== 'rollback' && !words.includes('--portal') && !words.includes('local'),
      )
      .map(({ script, words }) => [script, words.join(' '), tool(script, ...words)] as const),
  )('npm run %s -- %s: asks for credentials', (_script, _text, said) => {
    expect(said()).toMatch(wantsCredentials);
  });

  test.each(
    ofCdk.map((line) => {
      const words = line.replace('npx cdk ', '').replace('ACCOUNT', '111122223333').split(' ');
      return [line, words[0], cdk(words)] as const;
    }),
  )('%s: the CDK takes every word, and asks for credentials if it goes to AWS', (_line, command, said) => {
    if (command === 'synth') expect(said()).toContain('Successfully synthesized');
    else expect(said()).toMatch(wantsCredentials);
    expect(said()).not.toMatch(notTaken);
  });

  test.each(
    [...new Set(distinct.map(({ script }) => script))]
      .filter((script) => !isCdk(script))
      .map((script) => [script, tool(script, '--stage', 'example', '--dryrun')] as const),
  )(
    'npm run %s with an option that it does not have, such as a slip in --dry-run: refused before anything is done',
    (_script, said) => {
      expect(said()).toContain("Unknown option '--dryrun'");
    },
  );

  const withoutStage = tool('catalogue');
  test('npm run catalogue without a stage: asks for the shell’s key of Stripe', () => {
    expect(withoutStage()).toContain('STRIPE_SECRET_KEY');
  });
});

test('a document names only scripts that exist', () => {
  const { scripts: known } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const named = [...scripts.map((line) => line.replace('npm run ', '')), ...distinct.map(({ script }) => script)];
  expect(named.filter((name) => known[name] === undefined)).toEqual([]);
});

test('no command has a sign that a shell would take for a file', () => {
  expect(documentedCommands.filter((line) => /[<>]/.test(line.replaceAll(/'[^']*'|"[^"]*"/g, '')))).toEqual([]);
});

test('every other command asks nobody for credentials; those of the AWS CLI have their own test', () => {
  const carried = [...ofCdk, ...scripts];
  const others = documentedCommands.filter(
    // The curl command to Stripe is carried out by its walk (functions/walks/refunds.test.ts).
    (line) => !carried.includes(line) && !/^(aws |npm run .* -- |curl https:\/\/api\.stripe\.com\/)/.test(line),
  );
  expect(others.toSorted()).toEqual([
    'export AWS_REGION=ap-northeast-1',
    'export KINTONE_API_TOKEN=token1,token2,…',
    'export KINTONE_USERNAME=… KINTONE_PASSWORD=…',
    'export STRIPE_SECRET_KEY=sk_…',
    'git push --force origin "deployed-$STAGE"',
    'git tag --force "deployed-$STAGE"',
    'npm audit --omit=dev --audit-level=high',
    'npm ci',
    'npm start',
    'npm test',
    'openssl rand -hex 24',
    "pipx run cfn-lint==1.58.0 --ignore-checks W3005 W3045 E1017 --template 'build/cdk-example/*.template.json'",
    'sudo apt-get install --yes --no-install-recommends fonts-noto-cjk',
    'sudo apt-get update',
  ]);
});
