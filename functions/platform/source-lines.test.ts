import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { inSourceLines } from './source-lines';

/** The stack of an error in a bundle of this source; its file is named `functions/shops/calls.ts`. */
async function stackIn(source: string): Promise<string> {
  const outfile = join(mkdtempSync(join(tmpdir(), 'portal-lines-')), 'index.cjs');
  const { outputFiles } = await esbuild.build({
    stdin: { contents: source, sourcefile: 'functions/shops/calls.ts', loader: 'ts' },
    ...({ format: 'cjs', bundle: true, minify: true, sourcemap: true, write: false, outfile } as const),
  });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  // In a process of its own, because Jest maps stacks by itself.
  const script = `try { require(${JSON.stringify(outfile)}).handler(); } catch (error) { console.log(error.stack); }`;
  return spawnSync(process.execPath, ['--input-type=commonjs', '-e', script], { encoding: 'utf8' }).stdout;
}

test('a stack of a bundle names the lines of the source', async () => {
  const stack = await stackIn(
    '// one\n\nfunction second() {\n  throw new Error("x");\n}\nexport function handler() {\n  second();\n}\n',
  );
  expect(stack).toMatch(/index\.cjs:1:\d+/);
  expect(inSourceLines(stack)).toMatch(/^Error: x\n {4}at \S+ \(functions\/shops\/calls\.ts:4\)\n.*calls\.ts:7\)/);
});

test.each(['Error: x\n    at a (/nowhere/index.cjs:1:20)', 'Error: x\n    at node:internal/a:1:2', ''])(
  'a stack without a map stays: %j',
  (stack) => {
    expect(inSourceLines(stack)).toBe(stack);
  },
);
