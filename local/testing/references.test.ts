import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every text file of the project, by its path from the root. */
const texts = new Map<string, string>();

beforeAll(() => {
  const add = (path: string): void => {
    texts.set(path, readFileSync(path, 'utf8'));
  };
  for (const root of ['shared', 'functions', 'frontend', 'infra', 'local', 'emulators', 'e2e', 'bench', 'docs'])
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }))
      if (/\.(tsx?|mjs|md|css|html)$/.test(name) && !/(^|\/)(dist|node_modules|build)\//.test(name))
        add(join(root, name));
  add('README.md');
});

const headingsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Each match of a pattern whose target is not among `known`, with its file. */
function dangling(pattern: RegExp, known: ReadonlySet<string>): string[] {
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(pattern)].filter(([, name = '']) => !known.has(name)).map(([whole]) => `${path}: ${whole}`),
  );
}

test('each "spec N" names a section of docs/specification.md', () => {
  const sections = headingsOf('docs/specification.md').flatMap((heading) => /^(\d+)\./.exec(heading)?.[1] ?? []);
  expect(dangling(/\bspec (\d+)/gi, new Set(sections))).toEqual([]);
  // "spec 4, 7": the further numbers too.
  const further = [...texts].flatMap(([path, text]) =>
    [...text.matchAll(/\bspec \d+((?:, \d+)+)/gi)].flatMap(([whole, more = '']) =>
      [...more.matchAll(/\d+/g)].some(([number]) => !sections.includes(number)) ? [`${path}: ${whole}`] : [],
    ),
  );
  expect(further).toEqual([]);
});

test('each decision that is named is a page, and each page is in the index', () => {
  const pages = readdirSync('docs/decisions').map((name) => name.replace('.md', ''));
  expect(dangling(/\bdecisions\/([\w-]+)/g, new Set(pages))).toEqual([]);
  expect(dangling(/\b(decisions? \d{3})\b/gi, new Set())).toEqual([]);
  expect(dangling(/\b(decisions: [A-Z]\w+)/g, new Set())).toEqual([]);
  expect(dangling(/[(;] ?(services: (?:ASVS|[a-z]))/g, new Set())).toEqual([]);
  const index = readFileSync('docs/decisions/README.md', 'utf8');
  for (const page of pages.filter((one) => one !== 'README')) expect(index).toContain(`(${page}.md)`);
});

test('the decisions can be read in an hour: at most 20 pages, 12,000 words, each with a status and a date', () => {
  const pages = readdirSync('docs/decisions').map((name) => readFileSync(join('docs/decisions', name), 'utf8'));
  expect(pages.length).toBeLessThanOrEqual(20);
  expect(pages.join(' ').split(/\s+/).length).toBeLessThanOrEqual(12_000);
  for (const page of pages.filter((one) => !one.startsWith('# Decisions')))
    expect(page).toMatch(/^# .+\n\nStatus: .+\. Last changed \d{4}-\d\d-\d\d\.\n/);
});

test('each section of the runbook that is linked or named exists', () => {
  const headings = headingsOf('docs/runbook.md');
  expect(dangling(/runbook\.md#([^\s)'"`]+)/g, new Set(headings.map(anchorOf)))).toEqual([]);
});

test('each line of a log that the runbook names is written by a function', () => {
  const runbook = texts.get('docs/runbook.md') ?? '';
  const named = [...runbook.matchAll(/\blog\s+lines?\s+(?:are\s+)?`([^`]+)`/g)].map(([, line = '']) => line);
  expect(named.length).toBeGreaterThan(4);
  const functions = [...texts].filter(([path]) => /^(functions|shared)\//.test(path) && !path.includes('.test.'));
  expect(named.filter((line) => !functions.some(([, text]) => text.includes(`'${line}'`)))).toEqual([]);
});

test('each line of a block of shell commands begins with a program', () => {
  const program = /^(\w+=\S+ )*(cp|export|java|mkdir|npm|npx) \S/;
  const lines = [...texts].flatMap(([path, text]) =>
    path.endsWith('.md')
      ? [...text.matchAll(/^```sh\n([^]*?)^```/gm)].flatMap(([, block = '']) => block.trimEnd().split('\n'))
      : [],
  );
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => !program.test(line))).toEqual([]);
});

test('each document of docs/ that is named exists', () => {
  const documents = new Set(readdirSync('docs', { recursive: true, encoding: 'utf8' }));
  expect(dangling(/\bdocs\/([a-z0-9/-]+\.(?:md|json|png))/g, documents)).toEqual([]);
});

test('each source file that a comment names exists', () => {
  const names = new Set([...texts.keys()].map((path) => path.slice(path.lastIndexOf('/') + 1)));
  const named = /(?:^ *(?:\*|\/\/|\/\*\*).*?[( `/])([a-z][a-z-]*(?:\.test|\.story)?\.tsx?)\b/gm;
  expect(dangling(named, names)).toEqual([]);
});

test('each source file that a document names by its folder exists', () => {
  const isThere = (path: string): boolean => [...texts.keys()].some((one) => one === path || one.endsWith(`/${path}`));
  const gone = [...texts].flatMap(([path, text]) =>
    path.endsWith('.md')
      ? [...text.matchAll(/`([\w./-]+\/[\w.-]+\.(?:tsx?|mjs))`/g)]
          .filter(([, name = '']) => !isThere(name))
          .map(([, name]) => `${path}: ${name}`)
      : [],
  );
  expect(gone).toEqual([]);
});

test('each test that docs/security.md names as proof exists', () => {
  const named = [...readFileSync('docs/security.md', 'utf8').matchAll(/`([a-z0-9/.-]+\.test\.tsx?)`/g)];
  expect(named.length).toBeGreaterThan(50);
  expect(named.map(([, path = '']) => path).filter((path) => !existsSync(path))).toEqual([]);
});

test('no line of the sources is longer than 120 characters, comments and texts included', () => {
  const long = [...texts]
    .filter(([path]) => /\.(tsx?|mjs)$/.test(path))
    .flatMap(([path, text]) =>
      text.split('\n').flatMap((line, index) => (line.length > 120 ? [`${path}:${index + 1}`] : [])),
    );
  expect(long).toEqual([]);
});

test('each test that docs/security.md names for an item of ASVS names the item, beside what proves it', () => {
  const rows = readFileSync('docs/security.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| \d+\.\d/.test(line));
  expect(rows.length).toBeGreaterThan(40);
  const unproven = rows.flatMap((row) => {
    const [, items = '', , proof = ''] = row.split('|');
    const files = [...proof.matchAll(/`([^`]+\.test\.tsx?)`/g)].map(([, file = '']) => readFileSync(file, 'utf8'));
    if (files.length === 0) return [];
    const named = new Set(files.flatMap((text) => text.match(/(?<=ASVS .*)\d+\.\d+\.\d+/g) ?? []));
    return (items.match(/\d+\.\d+\.\d+/g) ?? []).filter((item) => !named.has(item));
  });
  expect(unproven).toEqual([]);
});
