import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { digestOf } from './digest';

let folder: string;
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const digest = () => digestOf([relative(process.cwd(), folder)], (file) => !file.endsWith('.md'));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'digest-'));
  mkdirSync(join(folder, 'dist'));
  write('read.ts', 'before');
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each<[string, () => void]>([
  ['a file has other content', () => write('read.ts', 'after')],
  ['a file is new', () => write('new.ts', '')],
  ['a file is gone', () => rmSync(join(folder, 'read.ts'))],
])('%s: another digest', (_what, change) => {
  const before = digest();
  change();
  expect(digest()).not.toBe(before);
});

test('what is built, and what the filter leaves out, changes nothing', () => {
  const before = digest();
  write('dist/made.js', '');
  write('notes.md', '');
  expect(digest()).toBe(before);
});
