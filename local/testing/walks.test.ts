import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sections = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);

/** The sections that tests walk through (functions/testing/runbook.ts). */
const walked = new Set(
  ['functions', 'infra'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .flatMap((name) =>
        [...readFileSync(join(root, name), 'utf8').matchAll(/\bwalk\(\s*'([^']+)'/g)].map(([, title = '']) => title),
      ),
  ),
);

test('each section of the runbook is walked by a test', () => {
  expect(sections.length).toBeGreaterThan(30);
  expect(sections.filter((title) => !walked.has(title))).toEqual([]);
});
