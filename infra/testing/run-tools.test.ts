import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

test('a tool that ends the process: what it and those before it wrote is printed, with its status', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tools-'));
  const runs = ["console.log('done');", "console.error('refused'); process.exit(3);", ''].map((text, index) => {
    const file = join(folder, `${index}.mjs`);
    writeFileSync(file, text);
    return [file];
  });
  const words = ['--import', 'tsx', 'infra/testing/run-tools.ts', JSON.stringify(runs)];
  const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect([status, JSON.parse(stdout)]).toEqual([3, ['done\n', 'refused\n']]);
});
