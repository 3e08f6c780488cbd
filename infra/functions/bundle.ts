import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { stripeResources } from '#shared/stripe-resources';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The folder with each function's bundle, and the list of its inputs (esbuild's metafile). */
export const bundleFolder = 'build/functions';
export const metafilePath = 'build/functions.meta.json';

/** The source of a function's handler: a file of the project and the name under which it is exported there. */
export interface Entry {
  file: string;
  export: string;
}

/** What starts a function beside calls and schedules. */
const triggers: Record<string, Entry> = {
  'authorize-origin': { file: 'functions/http/authorize-origin.ts', export: 'handler' },
  'custom-message': { file: 'functions/mails/custom-message.ts', export: 'handler' },
  'run-tasks': { file: 'functions/workers.ts', export: 'handler' },
};

/** The handler of each function by name: of a room's `calls.ts` and of `functions/jobs.ts`, in camel case. */
export function functionEntries(): Record<string, Entry> {
  const ofRooms = readdirSync(join(root, 'functions')).map((room) => `functions/${room}/calls.ts`);
  const files = [...ofRooms.filter((file) => existsSync(join(root, file))), 'functions/jobs.ts'];
  const exported = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^export (?:const|async function) (\w+)/gm)].map(
      ([, name = '']): [string, Entry] => [
        name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        { file, export: name },
      ],
    ),
  );
  return { ...Object.fromEntries(exported), ...triggers };
}

/** A constant of a module whose value calls something, such as `const x = z.object(…);`, over one line or more. */
const called = new RegExp(
  /^((?:export )?const \w+(?:: [^=\n]+)? = )/.source +
    /((?!async |function |[(<]|\w+ =>)[^;]*?\w\([\s\S]*?);\n(?=\n*(?:[^\s)\]}]|$(?![\s\S])))/.source,
  'gm',
);

/**
 * Bundles one handler of a file alone, under the name that Lambda calls. Constants that nobody uses there fall away
 * with what only they import: no module has side effects (package.json), and calls are marked pure
 * (esbuild.github.io/api).
 */
const oneHandler: esbuild.Plugin = {
  name: 'one-handler',
  setup(build) {
    const namespace = 'handler';
    build.onResolve({ filter: /^handler:/ }, ({ path }) => ({ path: path.slice('handler:'.length), namespace }));
    build.onLoad({ filter: /./, namespace }, ({ path }) => {
      const [file, name] = path.split('#');
      return { contents: `'use strict';\nexport { ${name} as handler } from './${file}';`, resolveDir: root };
    });
    build.onLoad({ filter: /[\\/](functions|shared)[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(called, '$1/* @__PURE__ */ (() => ($2))();\n'),
      loader: 'ts',
    }));
  },
};

const usedResources = new Set(stripeResources.map((name) => name[0]!.toUpperCase() + name.slice(1)));
const stripeFile = /[\\/]stripe[\\/]esm[\\/](.+)\.js$/;

/** What functions need of a file of Stripe's client: resources that none uses (`stripeResources`) are empty classes. */
function neededOfStripe(file: string, source: string): string {
  const [rare, resource = ''] = /^(?:StripeEventNotificationHandler|resources[\\/](.+))$/.exec(file) ?? [];
  if (rare === undefined || usedResources.has(resource)) return source;
  const classes = [...source.matchAll(/^export class (\w+)/gm)];
  if (classes.length === 0) throw new Error(`Stripe's ${file} has another form by now`);
  return classes.map(([, name]) => `export class ${name} {}`).join('\n');
}

/** A source map of one character, far behind the end of the first line: without any, esbuild maps the file itself. */
const unmapped = Buffer.from('{"version":3,"sources":[""],"mappings":"+////DAAA"}').toString('base64');

/**
 * What functions do not need of packages: source lines (five sixths of a map), the SDK's event streams, which no
 * operation here has, and the types of files with which Kintone's client would upload (134 kB).
 */
const packages: esbuild.Plugin = {
  name: 'packages',
  setup(build) {
    build.onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
    build.onLoad({ filter: /[\\/]mime-db[\\/]db\.json$/ }, () => ({ contents: '{}', loader: 'json' }));
    build.onLoad({ filter: /[\\/]node_modules[\\/].+\.m?js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const [, stripe] = stripeFile.exec(path) ?? [];
      const needed = stripe === undefined ? source : neededOfStripe(stripe, source);
      return { contents: `${needed}\n//# sourceMappingURL=data:application/json;base64,${unmapped}` };
    });
  },
};

/**
 * esbuild's options for functions, but for entries and folder: minified CommonJS, a source map beside each. An ES
 * module that imports `http` gets all that it exports, and with it, in Node 24, the whole client of `fetch`.
 */
export const bundleOptions = (): esbuild.BuildOptions & { metafile: true } => ({
  absWorkingDir: root,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  minify: true,
  sourcemap: true,
  sourcesContent: false,
  format: 'cjs',
  platform: 'node',
  target: 'node24', // Lambda's runtime (infra/constructs/portal-function.ts)
  // Of a package's ES modules only what is used is bundled.
  mainFields: ['module', 'main'],
  alias: {
    '@aws-sdk/credential-provider-node': './functions/platform/environment-credentials.ts',
    // The package's ES module entry requires its CommonJS files at run time, which are not in the bundle.
    '@kintone/rest-api-client': './node_modules/@kintone/rest-api-client/lib/src/index.js',
  },
  plugins: [oneHandler, packages],
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});

/** So many functions in one call: all at once take 3 GB of memory, one by one several times as long. */
const batch = 26;

/**
 * esbuild is written in Go: its garbage is collected only when this much memory is used, which takes a quarter of the
 * processor time less (pkg.go.dev/runtime, "Environment Variables"). It reads them when it starts, at the first build.
 */
const collectLate = { GOGC: 'off', GOMEMLIMIT: '1GiB' };

/** Bundles all functions into an emptied folder; returns esbuild's list of the inputs of each. */
export async function bundleInto(outdir: string): Promise<esbuild.Metafile> {
  Object.assign(process.env, { ...collectLate, ...process.env });
  await rm(join(root, outdir), { recursive: true, force: true });
  const entries = Object.entries(functionEntries()).map(
    ([name, entry]) => [`${name}/index`, `handler:${entry.file}#${entry.export}`] as const,
  );
  const all: esbuild.Metafile = { inputs: {}, outputs: {} };
  for (let first = 0; first < entries.length; first += batch) {
    const entryPoints = Object.fromEntries(entries.slice(first, first + batch));
    const { metafile } = await esbuild.build({ ...bundleOptions(), entryPoints, outdir });
    Object.assign(all.inputs, metafile.inputs);
    Object.assign(all.outputs, metafile.outputs);
  }
  return all;
}

async function bundleFunctions(): Promise<void> {
  const metafile = await bundleInto(bundleFolder);
  await mkdir(join(root, 'build'), { recursive: true });
  await writeFile(join(root, metafilePath), JSON.stringify(metafile));
}

// The step `functions` of `npm run build`.
if (process.argv[1] === fileURLToPath(import.meta.url)) void bundleFunctions();
