import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { functionEntries } from '../infra/functions/bundle';
import { median, table } from './measure';

interface Use {
  /** Processor time of loading the bundle, in milliseconds. */
  cpuMs: number;
  /** Memory of the whole process after loading it, in megabytes. */
  rssMb: number;
}

const probe = (url: string | undefined): string => `
  const before = process.cpuUsage();
  ${url === undefined ? '' : `await import(${JSON.stringify(url)});`}
  const { user, system } = process.cpuUsage(before);
  const rssMb = process.memoryUsage().rss / 1024 / 1024;
  process.stdout.write(JSON.stringify({ cpuMs: (user + system) / 1000, rssMb }));
`;

function measure(url?: string): Use {
  const uses = Array.from(
    { length: 5 },
    () =>
      JSON.parse(
        execFileSync(process.execPath, ['--input-type=module', '-e', probe(url)], {
          encoding: 'utf8',
          env: { ...process.env, STAGE: 'bench', AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
        }),
      ) as Use,
  );
  return { cpuMs: median(uses.map((use) => use.cpuMs)), rssMb: median(uses.map((use) => use.rssMb)) };
}

/**
 * Lambda gives a function processor time in proportion to its memory: a whole processor at 1,769 MB (Lambda developer
 * guide, "Configure memory").
 */
const wholeProcessor = 1_769;
const sizes = [256, 512, 1_024, 1_769];

/** The memory each bundle needs to load, and its load time with the processor of a memory size. */
export async function benchMemory(): Promise<void> {
  const bare = measure();
  const rows = Object.keys(functionEntries()).map((name) => {
    const file = resolve('build/functions', name, 'index.mjs');
    if (!existsSync(file)) throw new Error('The bundles are not built: run npm run build');
    return { name, ...measure(pathToFileURL(file).href) };
  });
  const loads = ({ cpuMs }: Use): string[] =>
    sizes.map((size) => `${(cpuMs * Math.max(1, wholeProcessor / size)).toFixed(0)} ms`);
  const shown = rows
    .toSorted((a, b) => b.cpuMs - a.cpuMs)
    .map((row) => [row.name, `${row.rssMb.toFixed(0)} MB`, `${row.cpuMs.toFixed(0)} ms`, ...loads(row)]);
  console.log(
    table([
      ['function', 'memory', 'processor', ...sizes.map((size) => `load at ${size} MB`)],
      ['Node alone', `${bare.rssMb.toFixed(0)} MB`, '', '', '', '', ''],
      ...shown,
    ]),
  );
  console.log(
    `\nLargest: ${Math.max(...rows.map((row) => row.rssMb)).toFixed(0)} MB. ` +
      `Medians of five fresh processes on this machine's processor.`,
  );
}
