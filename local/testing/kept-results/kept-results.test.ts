import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

type Inputs = Map<string, string>;
interface Results {
  fileOf(testPath: string): string;
  keep(testPath: string, inputs: Inputs): void;
  isKept(testPath: string): boolean;
}
const { commonDigest, digestOf, keptResults } = jest.requireActual<{
  commonDigest: () => string;
  digestOf: (path: string) => string;
  keptResults: (options?: { folder?: string; common?: string; now?: () => number }) => Results;
}>('./store.cjs');

let folder: string;
const at = (...names: string[]) => join(folder, ...names);
const write = (name: string, text: string) => writeFileSync(at(name), text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-'));
  mkdirSync(at('listed'));
  write('read.ts', 'before');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a test file that passed is left out while everything it used is the same', () => {
  const passedAt = Date.UTC(2026, 10, 24, 9);
  const options = () => ({ folder: at('results'), common: 'one', now: () => passedAt });
  const used = () =>
    new Map(['read.ts', 'missing.ts', 'listed'].map((name) => [at(name), digestOf(at(name))] as const));

  test('the same inputs: left out; a test file without a result: run', () => {
    keptResults(options()).keep('/a.test.ts', used());
    expect(keptResults(options()).isKept('/a.test.ts')).toBe(true);
    expect(keptResults(options()).isKept('/b.test.ts')).toBe(false);
  });

  test.each<[string, () => void]>([
    ['a file that it read has other content', () => write('read.ts', 'after')],
    ['a file that it read is gone', () => rmSync(at('read.ts'))],
    ['a file that it looked for is there now', () => write('missing.ts', '')],
    ['a folder that it listed has one name more', () => write('listed/new.ts', '')],
    ['its result cannot be read', () => writeFileSync(keptResults(options()).fileOf('/a.test.ts'), '{"common"')],
  ])('%s: run', (_title, change) => {
    keptResults(options()).keep('/a.test.ts', used());
    change();
    expect(keptResults(options()).isKept('/a.test.ts')).toBe(false);
  });

  test('what all test files depend on has changed: run', () => {
    keptResults(options()).keep('/a.test.ts', used());
    expect(keptResults({ ...options(), common: 'another' }).isKept('/a.test.ts')).toBe(false);
  });

  test('a day later: run', () => {
    keptResults(options()).keep('/a.test.ts', used());
    const day = 24 * 3_600_000;
    expect(keptResults({ ...options(), now: () => passedAt + day - 1 }).isKept('/a.test.ts')).toBe(true);
    expect(keptResults({ ...options(), now: () => passedAt + day }).isKept('/a.test.ts')).toBe(false);
  });
});

test('all test files depend on the environment, but not on the terminal’s width', () => {
  const before = commonDigest();
  process.env['COLUMNS'] = '33';
  expect(commonDigest()).toBe(before);
  process.env['DYNAMODB_ENDPOINT'] = 'http://127.0.0.1:8000';
  expect(commonDigest()).not.toBe(before);
});

/** Runs a script in a process of its own, whose temporary files are elsewhere; returns what it writes. */
function run(args: string[], environment: Record<string, string> = {}): string {
  mkdirSync(at('temporary'), { recursive: true });
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: process.cwd(),
    env: { PATH: process.env['PATH'], TMPDIR: at('temporary'), TEMP: at('temporary'), ...environment },
    encoding: 'utf8',
  });
  return stdout + stderr;
}

describe('what a test file uses is found', () => {
  const inputsOf = (script: string, environment: Record<string, string> = {}): string[] | undefined =>
    JSON.parse(
      run(
        [
          '-e',
          `const { begin, end } = require('./local/testing/kept-results/inputs.cjs');
        const fs = require('node:fs'), path = require('node:path'), vm = require('node:vm');
        const at = (name) => path.join(${JSON.stringify(folder)}, name);
        begin(at('a.test.ts'));
        Promise.resolve((async () => { ${script} })()).catch(() => {}).then(() => {
          const used = end();
          console.log(JSON.stringify(used ? [...used.keys()] : null));
        });`,
        ],
        environment,
      ),
    ) ?? undefined;
  const itself = () => [at('a.test.ts'), at('__snapshots__/a.test.ts.snap')];

  test.each<[string, string, string[]]>([
    ['a file is read', `fs.readFileSync(at('read.ts'))`, ['read.ts']],
    ['a file is read by a promise', `await require('node:fs/promises').readFile(at('read.ts'))`, ['read.ts']],
    ['a file is named by its address', `fs.statSync(require('node:url').pathToFileURL(at('read.ts')))`, ['read.ts']],
    ['a file is read as a stream', `for await (const _ of fs.createReadStream(at('read.ts')));`, ['read.ts']],
    [
      'a file is looked for by a function with a promise of its own',
      `if (await require('node:util').promisify(fs.exists)(at('read.ts'))) fs.existsSync(at('missing.ts'))`,
      ['read.ts', 'missing.ts'],
    ],
    ['a file is looked for in vain', `fs.existsSync(at('missing.ts'))`, ['missing.ts']],
    ['a folder is listed', `fs.readdirSync(at('listed'))`, ['listed']],
    ['a folder is opened', `fs.opendirSync(at('listed')).closeSync()`, ['listed']],
    [
      'a folder is listed with all below it',
      `fs.mkdirSync(at('listed/deep')); fs.readdirSync(at('listed'), { recursive: true })`,
      ['listed', 'listed/deep'],
    ],
    [
      'a module is loaded: it, the names beside it, and their JSON',
      `fs.writeFileSync(at('listed/data.json'), '1');
      vm.compileFunction('', [], { filename: at('listed/module.ts') })`,
      ['listed/module.ts', 'listed', 'listed/data.json'],
    ],
    ['a package is loaded: the lock file counts', `fs.readFileSync('node_modules/zod/package.json')`, []],
    ['temporary files are its own', `fs.mkdtempSync(path.join(require('node:os').tmpdir(), 'a'))`, []],
    ['the folder of temporary files is listed', `fs.readdirSync(require('node:os').tmpdir())`, []],
  ])('%s', (_title, script, expected) => {
    expect(inputsOf(script)).toEqual([...itself(), ...expected.map((name) => at(name))]);
  });

  test('the repository stands in the folder of temporary files: its files count', () => {
    const used = inputsOf(`fs.readFileSync('README.md')`, { TMPDIR: dirname(process.cwd()) });
    expect(used).toContain(join(process.cwd(), 'README.md'));
  });

  test.each([
    ['process', `require('node:child_process').spawnSync('true')`],
    ['thread', `new (require('node:worker_threads').Worker)('', { eval: true })`],
    ['copy of a folder', `fs.cpSync(at('listed'), at('temporary/copy'), { recursive: true })`],
  ])('another %s reads by itself: the inputs cannot be known', (_title, script) => {
    expect(inputsOf(script)).toBeUndefined();
  });
});

test('JSON that a module imports stands beside it, so that it counts', () => {
  const elsewhere = ['shared', 'functions', 'frontend', 'infra', 'local', 'e2e', 'bench'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .filter((name) => /from '(?!\.\/[^/']+')[^']+\.json'/.test(readFileSync(join(root, name), 'utf8'))),
  );
  expect(elsewhere).toEqual([]);
});

test('Jest runs again what failed or changed, and leaves out what passed', () => {
  const inTesting = (name: string) => join(process.cwd(), 'local/testing', name);
  write('jest.config.json', JSON.stringify({ testEnvironment: inTesting('node-environment.cjs'), transform: {} }));
  write('passes.test.js', `test('reads', () => expect(require('./read.js')).toBe(1));`);
  write('fails.test.js', `test('fails', () => expect(1).toBe(2));`);
  write('read.js', 'module.exports = 1;');
  const jestRun = () =>
    run([
      'node_modules/jest/bin/jest.js',
      '--runInBand',
      `--config=${at('jest.config.json')}`,
      `--filter=${inTesting('kept-results/filter.cjs')}`,
    ]);
  const ran = (output: string) =>
    [...output.matchAll(/^(PASS|FAIL) .*?(\w+)\.test\.js/gm)].map(([, how, name]) => `${name} ${how}`);
  try {
    expect(ran(jestRun()).toSorted()).toEqual(['fails FAIL', 'passes PASS']);
    expect(ran(jestRun())).toEqual(['fails FAIL']);
    write('read.js', 'module.exports = 2;');
    expect(ran(jestRun()).toSorted()).toEqual(['fails FAIL', 'passes FAIL']);
  } finally {
    rmSync(keptResults().fileOf(at('passes.test.js')), { force: true });
  }
});
