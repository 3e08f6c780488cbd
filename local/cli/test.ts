import { availableParallelism } from 'node:os';
import { build } from './build';
import { prepareBrowser } from './prepare-browser';
import { binOf, runCommand } from './run-command';
import { runSteps, type Step } from './run-steps';
import { selectTests } from './select-tests';

const workers = `--maxWorkers=${Math.min(2, availableParallelism())}`;

/** A step that runs a tool of node_modules/.bin. It fails with the tool's output. */
const tool = (name: string, cores: number, command: string, ...args: string[]): Step => ({
  name,
  cores,
  run: (options) => runCommand(binOf(command), args, options),
});

const types = tool('types', 1, 'tsc', '--noEmit', '-p', '.');
const stories = ['test', '--config', 'e2e/playwright.config.ts'];

/** All steps. They run side by side if cores are free; Jest and the stories take two each. */
const everything: Step[] = [
  tool('format', 1, 'oxfmt', '--check', '.'),
  {
    name: 'build',
    cores: 1,
    run: async ({ signal }) => {
      await build({ log: () => {}, signal });
      return { passed: true, output: '' };
    },
  },
  types,
  tool('lint', 1, 'oxlint', '--type-aware'),
  tool('unused code', 1, 'knip'),
  { name: 'browser', cores: 1, run: prepareBrowser },
  { ...tool('unit, contract, infrastructure', 2, 'jest', workers), after: ['build'], isShown: true },
  { ...tool('stories', 2, 'playwright', ...stories), after: ['build', 'browser'], isShown: true },
];

/** The steps for the tests that match the words, with types and lint. Stories build what they need themselves. */
async function matching(words: readonly string[]): Promise<Step[]> {
  const { files, titled, hasStories, folders } = await selectTests(words);
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
  const jest = (name: string, ...args: string[]): Step => ({
    ...tool(name, 2, 'jest', workers, '--verbose=false', ...args),
    isShown: true,
  });
  return [
    types,
    tool('lint', 1, 'oxlint', '--type-aware', ...folders),
    ...(files.length > 0 ? [jest('tests by path', '--runTestsByPath', ...files)] : []),
    ...(titled.length > 0 ? [jest('tests by title', '-t', pattern, '--runTestsByPath', ...titled)] : []),
    ...(hasStories ? [{ ...tool('stories', 2, 'playwright', ...stories, '-g', pattern), isShown: true }] : []),
  ];
}

const words = process.argv.slice(2);
const option = words.find((word) => word.startsWith('-'));
try {
  if (option !== undefined)
    throw new Error(`npm test takes words, no options: for ${option} use npx jest or npx playwright test.`);
  process.exitCode = (await runSteps(words.length > 0 ? await matching(words) : everything)) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
