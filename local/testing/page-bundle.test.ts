import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { firstPageBudget, gzippedSizes, scriptsOfFirstPage } from './first-page';

const assets = 'frontend/dist/assets';

/** What a built script is made of, as paths from the root; `map` is its source map, which lies in the assets. */
const inputsOf = (map: string): string[] =>
  (JSON.parse(map) as { sources: string[] }).sources.map((source) => join(assets, source));

/** What a browser must not be sent: everything but the page, what it shares with the server, and packages. */
const strangersIn = (inputs: readonly string[]): string[] =>
  inputs.filter((input) => !/^(frontend\/src|shared|node_modules)\/(?!.*(\/testing\/|\.test\.))/.test(input));

/** The source map of a script of the page that imports a file. */
async function mapOfScriptWith(file: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from './${file}';`, resolveDir: '.', sourcefile: 'frontend/src/app/main.tsx' },
    outfile: `${assets}/main.js`,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    sourcemap: 'external',
    write: false,
  });
  return outputFiles.find(({ path }) => path.endsWith('.map'))?.text ?? '{}';
}

test('the built page is made of frontend/src, shared and packages alone', () => {
  if (!existsSync(assets)) throw new Error('The page is not built: run `npm run build` first (npm test does).');
  const maps = readdirSync(assets).filter((file) => file.endsWith('.js.map'));
  const inputs = maps.flatMap((file) => inputsOf(readFileSync(join(assets, file), 'utf8')));
  expect(inputs.filter((input) => input.startsWith('frontend/src/')).length).toBeGreaterThan(100);
  expect(strangersIn(inputs)).toEqual([]);
});

test.each([
  'emulators/platform/wire.ts',
  'functions/platform/clock.ts',
  'infra/functions/bundle.ts',
  'e2e/testing/accounts.ts',
  'bench/page.ts',
  'frontend/testing/shops.ts',
])('a script of the page imports %s: it is found in its source map', async (file) => {
  expect(strangersIn(inputsOf(await mapOfScriptWith(file)))).toContain(file);
});

test('a script of the page imports what it may: nothing is found', async () => {
  const inputs = inputsOf(await mapOfScriptWith('shared/model/pricing.ts'));
  expect(inputs).toContain('shared/model/pricing.ts');
  expect(strangersIn(inputs)).toEqual([]);
});

test('the login screen stands in the page itself, and no script delays its first paint', () => {
  const html = readFileSync('frontend/dist/index.html', 'utf8');
  expect(html).toMatch(/<div id="root">.*<h1[^>]*>ログイン<\/h1>.*<form/);
  expect([...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual(['<script src="/first.js">']);
});

test('the JavaScript before a sign-in stays within its budget, without schemas and react-hook-form', () => {
  const scripts = scriptsOfFirstPage('frontend/dist');
  expect(scripts.size).toBeGreaterThan(1);
  const total = gzippedSizes('frontend/dist', scripts).reduce((sum, [, bytes]) => sum + bytes, 0);
  expect(total).toBeLessThanOrEqual(firstPageBudget);
  const packages = [...scripts]
    .map((file) => join('frontend/dist', `${file}.map`))
    .filter((map) => existsSync(map))
    .flatMap((map) => inputsOf(readFileSync(map, 'utf8')));
  expect(packages.filter((input) => /node_modules\/(zod|react-hook-form)\//.test(input))).toEqual([]);
});
