import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface Selection {
  /** Jest files whose path matches. */
  files: string[];
  /** Jest files with a matching title but no match in the path. */
  titled: string[];
  /** Whether the path or a title of a story matches. */
  hasStories: boolean;
  /** The folders of all matches. */
  folders: string[];
}

const roots = ['shared', 'functions', 'infra', 'frontend', 'local', 'emulators', 'e2e', 'bench'];
/** Matches the title of a test or of a group of tests. */
const titlePattern = /\b(?:[a-z]*[tT]est|describe)(?:\.each)?\b[^'"`]{0,40}(['"`])(.+?)\1/g;

async function testFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true });
  return entries.filter((path) => /\.(test\.tsx?|story\.ts)$/.test(path)).map((path) => join(root, path));
}

/**
 * Finds the tests that contain one of the words in their path or in a title, ignoring case.
 * @throws if nothing matches
 */
export async function selectTests(words: readonly string[]): Promise<Selection> {
  const contains = (text: string): boolean => words.some((word) => text.toLowerCase().includes(word.toLowerCase()));
  const selected: Selection = { files: [], titled: [], hasStories: false, folders: [] };
  const all = (await Promise.all(roots.map(testFiles))).flat().toSorted();
  for (const file of all) {
    const byPath = contains(file);
    if (
      !byPath &&
      ![...(await readFile(file, 'utf8')).matchAll(titlePattern)].some(([, , title = '']) => contains(title))
    )
      continue;
    selected.folders.push(dirname(file));
    if (file.endsWith('.story.ts')) selected.hasStories = true;
    else (byPath ? selected.files : selected.titled).push(file);
  }
  if (selected.folders.length === 0) throw new Error(`No test has "${words.join('" or "')}" in its path or title.`);
  return { ...selected, folders: [...new Set(selected.folders)] };
}
