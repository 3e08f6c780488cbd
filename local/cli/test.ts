import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { findBrowser } from '#emulators/platform/testing';
import { build } from './build';
import { binOf, runCommand, type Ended } from './run-command';
import { runSteps, type Step } from './run-steps';
import { changedSince, keepPassed, storiesFor, toRelate, treeNow, type Tree } from './since-passed';
import { fewerCases } from '../testing/random';

/** A step that runs a tool of node_modules/.bin. It fails with the tool's output. */
const tool = (name: string, command: string, ...args: string[]): Step => ({
  name,
  run: (options) => runCommand(binOf(command), args, options),
});
const lastTypes = 'node_modules/.cache/types.tsbuildinfo';
const types = tool('types', 'tsc', '--noEmit', '-p', '.', '--incremental', '--tsBuildInfoFile', lastTypes);
/** One more worker than cores: whenever a test file waits, another one runs (376 s, with two on two cores 437 s). */
const workers = `--maxWorkers=${Math.min(3, availableParallelism() + 1)}`;
/** Garbage is collected less often, which saves an eighth of the processor's time. */
const environment = { NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --max-semi-space-size=32` };
const jest = (...args: string[]): Step => ({
  name: 'tests',
  isShown: true,
  run: (options) => runCommand(binOf('jest'), [workers, ...args], { ...options, environment }),
});
const stories = (...args: string[]): Step => ({
  ...tool('stories', 'playwright', 'test', '--config', 'e2e/playwright.config.ts', ...args),
  isShown: true,
});

const walked: Step = { ...tool('walked', 'tsx', 'e2e/testing/walked.ts'), isShown: true };

/** A step that is left out if nothing concerns it; what it passed with is kept. */
const since = (step: Step, tree: Tree, concerned: readonly string[] | undefined): Step => ({
  ...step,
  async run(options) {
    const ended = concerned?.length === 0 ? { passed: true, output: '' } : await step.run(options);
    if (ended.passed) keepPassed(step.name, tree);
    return ended;
  },
});

/** Fails with the way out if no browser is found; warns if Japanese text would be drawn as boxes. */
async function prepareBrowser(): Promise<Ended> {
  await findBrowser();
  if (process.platform === 'linux') {
    const fonts = spawnSync('fc-list', [':lang=ja', 'family'], { encoding: 'utf8' });
    if (fonts.error || fonts.stdout.trim() === '')
      console.log(
        'No Japanese font is installed: tests run, but pictures show boxes for Japanese. ' +
          'Debian: apt-get install fonts-noto-cjk',
      );
  }
  return { passed: true, output: '' };
}

/**
 * All checks, and the tests and stories that what changed since they passed here concerns; with `all` and in CI every
 * test. Stories run alone: beside Jest a story waited for its turn at the processor for so long that a message on the
 * screen had come and gone.
 */
function everything(all: boolean): Step[][] {
  const tree = treeNow();
  const changedFor = (step: string) => (all || process.env['CI'] ? undefined : changedSince(step, tree));
  const [forTests, forStories] = [changedFor('tests'), changedFor('stories')];
  const tests = forTests && toRelate(forTests, Object.keys(tree));
  const walks = forStories && storiesFor(forStories);
  const related = tests ? ['--passWithNoTests', '--findRelatedTests', ...tests] : [];
  const chosen = walks ? ['--pass-with-no-tests', ...walks] : [];
  if (tests && walks)
    console.log('Only what the changes since the last run that passed concern; --all runs everything.');
  return [
    [
      tool('format', 'oxfmt', '--check', '.'),
      {
        name: 'build',
        run: ({ signal }) => build({ log: () => {}, signal }).then(() => ({ passed: true, output: '' })),
      },
      types,
      tool('lint', 'oxlint', '--type-aware'),
      tool('unused code', 'knip'),
      { name: 'browser', run: prepareBrowser },
    ],
    [since(jest(...related), tree, tests)],
    [since(stories(...chosen), tree, walks)],
    walks ? [] : [walked],
  ];
}

const roots = ['shared', 'functions', 'infra', 'frontend', 'local', 'emulators', 'e2e', 'bench'];
/** Matches the title of a test or of a group of tests. */
const titles = /\b(?:[a-z]*[tT]est|describe)(?:\.each)?\b[^'"`]{0,40}(['"`])(.+?)\1/g;

/** Types, lint of the folders concerned, and the files that have one of the words in their path or in a title. */
function matching(words: readonly string[]): Step[][] {
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
  const wanted = new RegExp(pattern, 'i');
  const found = roots
    .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)))
    .filter((path) => /\.(test\.tsx?|story\.ts)$/.test(path))
    .filter(
      (path) =>
        wanted.test(path) ||
        [...readFileSync(path, 'utf8').matchAll(titles)].some(([, , title]) => wanted.test(`${title}`)),
    );
  if (found.length === 0) throw new Error(`No test has "${words.join('" or "')}" in its path or title.`);
  const tests = found.filter((path) => !path.endsWith('.story.ts'));
  return [
    [types, tool('lint', 'oxlint', '--type-aware', ...new Set(found.map((path) => dirname(path))))],
    tests.length > 0 ? [jest('--verbose=false', '--runTestsByPath', ...tests)] : [],
    tests.length < found.length ? [stories('-g', pattern)] : [],
  ];
}

const given = process.argv.slice(2);
const words = given.filter((word) => word !== '--all');
const option = words.find((word) => word.startsWith('-'));
try {
  if (words.length > 0) process.env[fewerCases] = 'true';
  if (option !== undefined)
    throw new Error(`npm test takes words and --all: for ${option} use npx jest or npx playwright test.`);
  rmSync('build/walked', { recursive: true, force: true });
  const phases = words.length > 0 ? matching(words) : everything(given.includes('--all'));
  process.exitCode = (await runSteps(phases)) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
