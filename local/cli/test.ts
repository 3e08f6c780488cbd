import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { build } from './build';
import { prepareBrowser } from './prepare-browser';
import { binOf, runCommand } from './run-command';
import { runSteps, type Step } from './run-steps';
import { selectTests } from './select-tests';
import { fewerCases } from '../testing/random';

const root = join(import.meta.dirname, '..', '..');

/** One more than cores: whenever a test file waits, another one runs (376 s, with two on two cores 437 s). */
const workers = `--maxWorkers=${Math.min(3, availableParallelism() + 1)}`;

/** A step that runs a tool of node_modules/.bin. It fails with the tool's output. */
const tool = (name: string, command: string, ...args: string[]): Step => ({
  name,
  cores: 1,
  run: (options) => runCommand(binOf(command), args, options),
});

/** What the last run found out is kept, so that only what has changed since is checked again. */
const lastTypes = 'node_modules/.cache/types.tsbuildinfo';
const lastTests = 'node_modules/.cache/test-results';
const onlyChanged = ['--filter', join(root, 'local/testing/kept-results/filter.cjs'), '--passWithNoTests'];
const types = tool('types', 'tsc', '--noEmit', '-p', '.', '--incremental', '--tsBuildInfoFile', lastTypes);

/**
 * Stories run alone: beside Jest a story waited for its turn at the processor for so long that a message on the screen
 * had come and gone.
 */
const stories = (...args: string[]): Step => ({
  ...tool('stories', 'playwright', 'test', '--config', 'e2e/playwright.config.ts', ...args),
  cores: 2,
  isShown: true,
});
const jest = (name: string, ...args: string[]): Step => ({
  ...tool(name, 'jest', workers, ...args),
  cores: 2,
  isShown: true,
});

/** All steps. They run side by side as far as two cores go; Jest and the stories take both. */
const everything: Step[] = [
  tool('format', 'oxfmt', '--check', '.'),
  {
    name: 'build',
    cores: 1,
    run: async ({ signal }) => {
      await build({ log: () => {}, signal });
      return { passed: true, output: '' };
    },
  },
  types,
  tool('lint', 'oxlint', '--type-aware'),
  tool('unused code', 'knip'),
  { name: 'browser', cores: 1, run: prepareBrowser },
  { ...jest('unit, contract, infrastructure', ...onlyChanged), after: ['build'] },
  { ...stories(), after: ['build', 'browser'] },
];

/** The steps for the tests that match the words, with types and lint. Stories build what they need themselves. */
async function matching(words: readonly string[]): Promise<Step[]> {
  const { files, titled, hasStories, folders } = await selectTests(words);
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
  return [
    types,
    tool('lint', 'oxlint', '--type-aware', ...folders),
    ...(files.length > 0 ? [jest('tests by path', '--verbose=false', '--runTestsByPath', ...files)] : []),
    ...(titled.length > 0
      ? [jest('tests by title', '--verbose=false', '-t', pattern, '--runTestsByPath', ...titled)]
      : []),
    ...(hasStories ? [stories('-g', pattern)] : []),
  ];
}

const given = process.argv.slice(2);
const words = given.filter((word) => word !== '--all');
const option = words.find((word) => word.startsWith('-'));
try {
  if (words.length > 0) process.env[fewerCases] = 'true';
  if (option !== undefined)
    throw new Error(`npm test takes words and --all: for ${option} use npx jest or npx playwright test.`);
  if (given.includes('--all')) await rm(join(root, lastTests), { recursive: true, force: true });
  process.exitCode = (await runSteps(words.length > 0 ? await matching(words) : everything)) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
