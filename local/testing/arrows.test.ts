import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Each source file, by its path from the root, with the files of this repository that it imports. */
const all = new Map<string, readonly string[]>();
/** The same without tests. */
const sources = new Map<string, readonly string[]>();

const isTest = (path: string): boolean => /\.(test|story)\.tsx?$|\/testing\//.test(path);

function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(/(?:from|import|import\()\s*'([^']+)'/g)].flatMap(([, to = '']) => {
    if (/^#(shared|functions)\//.test(to)) return [to.slice(1)];
    if (to.startsWith('#emulators/')) return [/\/(testing|facts)$/.test(to) ? to.slice(1) : `${to.slice(1)}/index`];
    return to.startsWith('.') ? [normalize(join(dirname(path), to))] : [];
  });
}

beforeAll(() => {
  for (const root of ['shared', 'functions', 'frontend/src', 'infra', 'local', 'emulators', 'e2e', 'bench'])
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      const path = join(root, name);
      if (!/\.tsx?$/.test(name)) continue;
      all.set(path, importsOf(path));
      if (!isTest(path)) sources.set(path, importsOf(path));
    }
});

/**
 * Rooms of the server, each with those of them that it may import. Of the other rooms, `shops`, `mails`, `accounts` and
 * `move-in` stand between them, imported by these and importing them.
 */
const roomsBelow: Readonly<Record<string, readonly string[]>> = {
  devices: [],
  billing: [],
  documents: ['billing'],
  openings: ['billing'],
  endings: ['billing'],
  movements: ['devices', 'billing', 'openings'],
  quantities: ['devices', 'billing', 'movements'],
  requests: ['devices', 'billing', 'movements', 'quantities'],
  mirror: ['devices', 'movements'],
  events: ['billing', 'documents', 'openings', 'movements', 'quantities'],
};

/**
 * Folders that may not import others, each with the right place for the code. `but` lists exceptions, each with its
 * reason beside it.
 */
const forbidden: readonly { from: string; to: RegExp; because: string; but?: readonly string[] }[] = [
  {
    from: 'shared/',
    to: /^(functions|frontend|infra|local|emulators|e2e|bench)\//,
    because: 'shared/ is what browser and server agree on: move what it needs into shared/',
  },
  {
    from: 'functions/',
    to: /^(frontend|infra|local|emulators|e2e|bench)\//,
    because: 'functions/ is deployed: it may import shared/ only',
  },
  {
    from: 'frontend/src/',
    to: /^(functions|infra|local|emulators|e2e|bench)\//,
    because: 'frontend/ is deployed: it may import shared/ only',
  },
  {
    from: 'frontend/src/lib/',
    to: /^frontend\/src\/(ui|features|app)\//,
    because: 'lib/ shows nothing and knows no feature: lib -> ui -> features -> app',
  },
  {
    from: 'frontend/src/ui/',
    to: /^(frontend\/src\/(features|app)|shared\/(contract|model))\//,
    because: 'ui/ is a kit for any product: what knows a call or a thing of the portal belongs to its feature',
  },
  {
    from: 'frontend/src/features/',
    to: /^frontend\/src\/app\//,
    because: 'a feature does not know the app around it; app/screens.ts composes them',
  },
  ...Object.entries({
    auth: [],
    admin: [],
    devices: [],
    movements: [],
    account: ['auth'],
    'shop-page': ['movements'],
    payments: ['shop-page', 'movements'],
    documents: ['payments', 'shop-page', 'movements'],
    orders: ['devices', 'documents', 'payments', 'shop-page', 'movements'],
    shops: ['devices', 'orders', 'documents', 'payments', 'shop-page', 'movements'],
  }).map(([feature, below]) => ({
    from: `frontend/src/features/${feature}/`,
    to: new RegExp(`^frontend/src/features/(?!(${[feature, ...below].join('|')})/)`),
    because: 'features need each other one way only: those of a shop from shops down to movements (decisions/page)',
  })),
  {
    from: 'infra/',
    to: /^(functions|frontend|local|emulators|e2e|bench)\//,
    because: 'infra/ deploys the built bundles, not the sources',
  },
  {
    from: 'local/',
    to: /^(functions|frontend|infra|e2e|bench)\//,
    because: 'the local cloud starts built bundles and reads templates; it imports shared/ and emulators/ only',
  },
  {
    from: 'functions/platform/',
    to: /^functions\/(?!platform\/)/,
    because: 'platform/ is what any product needs of its vendors and engines: it knows no subject',
  },
  {
    from: 'functions/limits/',
    to: /^functions\/(?!platform\/|limits\/)/,
    because: 'limits/ counts for every call and knows none',
  },
  ...Object.entries(roomsBelow).map(([room, below]) => ({
    from: `functions/${room}/`,
    to: new RegExp(`^functions/(?!(${[room, ...below].join('|')})/)(${Object.keys(roomsBelow).join('|')})/`),
    because:
      'a device knows nothing of what moves it, a price nothing of who changes it, and what applies news is on top',
  })),
  ...readdirSync('functions')
    .filter((room) => !/^(events|mirror)$|\./.test(room))
    .map((room) => ({
      from: `functions/${room}/`,
      to: /^functions\/(events|mirror)\//,
      because: 'events/ and mirror/ apply news to all rooms: they are on top, and no room knows them',
    })),
];

test.each(forbidden)('$from never imports what matches $to: $because', ({ from, to, but = [] }) => {
  const wrong = [...sources].flatMap(([path, imports]) =>
    path.startsWith(from) && !but.includes(path)
      ? imports.filter((one) => to.test(`${one}/`)).map((one) => `${path} -> ${one}`)
      : [],
  );
  expect(wrong).toEqual([]);
});

const workspaces = ['platform', 'aws', 'kintone', 'postal', 'stripe'];
const workspaceOf = (path: string): string | undefined => /^emulators\/(\w+)\//.exec(path)?.[1];
/** The imports between files of which `isWrong`, tests included. */
const importsThat = (isWrong: (from: string, to: string) => boolean): string[] =>
  [...all].flatMap(([from, imports]) => imports.filter((to) => isWrong(from, to)).map((to) => `${from} -> ${to}`));

test('a workspace of emulators, tests included, imports itself and the platform alone', () => {
  expect(new Set([...all.keys()].map(workspaceOf))).toEqual(new Set([undefined, ...workspaces]));
  const wrong = importsThat((from, to) => {
    const workspace = workspaceOf(from);
    return workspace !== undefined && ![workspace, 'platform'].includes(String(workspaceOf(to)));
  });
  expect(wrong).toEqual([]);
});

test('who uses a workspace imports its index.ts, tests also its testing.ts, other facts and prove its facts.ts', () => {
  const wrong = importsThat((from, to) => {
    if (workspaceOf(to) === undefined || workspaceOf(from) === workspaceOf(to)) return false;
    if (to.endsWith('/testing')) return !isTest(from) && !/^(e2e|bench|local\/cli)\//.test(from);
    if (to.endsWith('/facts')) return !/^emulators\/\w+\/facts|^local\/cli\/prove/.test(from);
    return !to.endsWith('/index');
  });
  expect(wrong).toEqual([]);
});

/** The folders directly below `root`, each with the neighbours that it imports. */
function graphOf(root: string): Map<string, Set<string>> {
  const folderOf = (path: string): string | undefined =>
    path.startsWith(root) && path.slice(root.length).includes('/') ? path.slice(root.length).split('/')[0] : undefined;
  const graph = new Map<string, Set<string>>();
  for (const [path, imports] of sources) {
    const from = folderOf(path);
    if (from === undefined) continue;
    const needs = graph.get(from) ?? new Set();
    for (const to of imports.map(folderOf)) if (to !== undefined && to !== from) needs.add(to);
    graph.set(from, needs);
  }
  return graph;
}

/** A circle in a graph, as a path that ends where it began; empty if there is none. */
function circleIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const visit = (folder: string, path: readonly string[]): string[] => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder];
    if (done.has(folder)) return [];
    for (const next of graph.get(folder) ?? []) {
      const circle = visit(next, [...path, folder]);
      if (circle.length > 0) return circle;
    }
    done.add(folder);
    return [];
  };
  for (const folder of graph.keys()) {
    const circle = visit(folder, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

test('a circle is found and returned as the folders on its way', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ]);
  expect(circleIn(graph)).toEqual(['b', 'c', 'b']);
});

test.each(['frontend/src/', 'frontend/src/features/', 'local/'])(
  'the folders of %s import each other in one direction only',
  (root) => {
    const graph = graphOf(root);
    expect(graph.size).toBeGreaterThan(0);
    expect(circleIn(graph)).toEqual([]);
  },
);

test('one place runs transactions, because DynamoDB cancels them and the SDK repeats none', () => {
  const users = [...sources.keys()].filter(
    (path) => path.startsWith('functions/') && /Transact\w+Command/.test(readFileSync(path, 'utf8')),
  );
  expect(users).toEqual(['functions/platform/dynamodb/transaction.ts']);
});

/** What a file outside of platform/ that is no table's may import of platform/dynamodb/: nothing that names an item. */
const withoutItems = ['writeAll', 'transact', 'Contended', 'retryContention'];
/** Files that still read or write items themselves. */
const beforeTheirTable = [
  'functions/events/read-missed-events.ts',
  'functions/events/stripe-events.ts',
  'functions/shops/reconcile.ts',
];

test('keys, conditions and writes of items are in platform/ and in files named …-table.ts alone', () => {
  const users = [...sources.keys()].filter((path) => {
    if (!/^functions\/(?!platform\/)/.test(path) || path.endsWith('-table.ts')) return false;
    const imports = readFileSync(path, 'utf8').matchAll(/import \{([^}]*)\} from '#functions\/platform\/dynamodb\//g);
    const names = [...imports].flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
    return names.some((name) => name !== '' && !name.startsWith('type ') && !withoutItems.includes(name));
  });
  expect(users.toSorted()).toEqual(beforeTheirTable);
});
