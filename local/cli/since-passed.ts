import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from './digest';

/** The digest of each file of the repository, by its path. */
export type Tree = Readonly<Record<string, string>>;

export function treeNow(): Tree {
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { encoding: 'utf8' }).split('\0');
  return Object.fromEntries(listed.filter((file) => file && existsSync(file)).map((file) => [file, digestOf([file])]));
}

const recordOf = (step: string): string => join('build', `${step}.passed.json`);

/** Keeps what a step passed with. */
export function keepPassed(step: string, tree: Tree): void {
  mkdirSync('build', { recursive: true });
  writeFileSync(recordOf(step), JSON.stringify(tree));
}

/** The files that differ from those with which a step last passed here, also new and removed ones; undefined: never. */
export function changedSince(step: string, now: Tree): string[] | undefined {
  if (!existsSync(recordOf(step))) return undefined;
  const then = JSON.parse(readFileSync(recordOf(step), 'utf8')) as Tree;
  return Object.keys({ ...then, ...now }).filter((file) => then[file] !== now[file]);
}

const isCode = /\.[cm]?[jt]sx?$/;
/** What no test imports, and each may depend on. */
const everywhere = /^(package(-lock)?\.json|tsconfig\.json|jest\.config\.js|(local|frontend)\/testing\/(?!.*\.test\.))/;
/** What a test does that depends on code it does not import: lists or bundles it, starts a portal or a command. */
const listsCode = /readdirSync|handlerOf|bundles?'|\/(run-tools|start-cloud|documented-commands)'/;
/** The same for what depends on any file. */
const looksAround = new RegExp(`readFileSync|${listsCode.source}`);
const [ofProduct, ofPage] = [/^(frontend\/src|functions|shared)\/.*\.tsx?$/, /^(frontend|local\/testing)\//];
const read = (file: string): string => readFileSync(file, 'utf8');

/**
 * Paths for Jest's `--findRelatedTests`: what changed, and the tests that look at files; undefined: every test. `files`
 * are all of the repository.
 */
export function toRelate(changed: readonly string[], files: readonly string[], text = read): string[] | undefined {
  if (changed.some((file) => everywhere.test(file))) return undefined;
  if (changed.length === 0) return [];
  const withEmulators = changed.some((file) => file.startsWith('emulators/'));
  // What is no code is read, also by what tests import.
  const readers = changed.every((file) => isCode.test(file)) ? /\.test\.tsx?$/ : /\.test\.tsx?$|\/testing\/|^infra\//;
  const looks = changed.every((file) => ofProduct.test(file)) ? listsCode : looksAround;
  const whose = changed.every((file) => file.startsWith('frontend/src/')) ? ofPage : isCode;
  const around = files.filter(
    (file) =>
      [isCode, readers, whose].every((names) => names.test(file)) &&
      (withEmulators || !file.startsWith('emulators/')) &&
      looks.test(text(file)),
  );
  return [...changed, ...around];
}

const account = 'account|admin|register|second-step|sessions|sign-in|time';
const shop = 'open-a-shop|shop-errors|shop-life|subscribe';
const money = 'bank-redirect|billing-time|documents|ending|money-back|quantities|subscribe';
const devices = 'exchange-and-repair|finding-devices|record-system-down|return|scan|sync';
/** The stories that walk what a folder does; of a folder that is missing here, every story. */
const walkedIn: readonly (readonly [files: RegExp, stories: string])[] = [
  [/\.test\.tsx?$|\.snap$|\.md$|^(docs|bench|infra\/(cli|testing)|functions\/testing|\.ci|\.github)\//, ''],
  [/^functions\/(accounts|impersonation|security|sessions|sign-in)\//, `every-call|${account}`],
  [/^functions\/(openings|shops)\//, `every-call|${shop}`],
  [/^functions\/(billing|documents|endings|quantities)\//, `every-call|${money}`],
  [/^functions\/(devices|mirror|movements|requests)\//, `every-call|${devices}`],
  [/^functions\/move-in\//, 'move-in'],
  [/^frontend\/src\/features\/(account|admin|auth)\//, `${account}|taps`],
  [/^frontend\/src\/features\/(orders|shop-page|shops)\//, `${shop}|quantities|taps`],
  [/^frontend\/src\/features\/(documents|payments)\//, `${money}|shop-life`],
  [/^frontend\/src\/features\/(devices|movements)\//, `${devices}|in-view`],
  [/^infra\//, 'every-call'],
];

/** Patterns of the stories that a change concerns, for Playwright; undefined: every story. */
export function storiesFor(changed: readonly string[]): string[] | undefined {
  const named = changed.map((file) => {
    const own = /([\w-]+)\.story\.ts$/.exec(file)?.[1];
    return own ?? walkedIn.find(([files]) => files.test(file))?.[1];
  });
  if (named.includes(undefined)) return undefined;
  const names = new Set(named.flatMap((one) => one?.split('|') ?? []).filter((name) => name !== ''));
  return Array.from(names, (name) => String.raw`/${name}\.story`);
}
