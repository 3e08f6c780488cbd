import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The budget of JavaScript before a sign-in, in bytes of gzip (decisions/page). */
export const firstPageBudget = 115_000;

/** The gzipped size of each built script that a visitor loads; `folder` is the built page. */
export const gzippedSizes = (folder: string, scripts: Iterable<string>): [file: string, bytes: number][] =>
  [...scripts].map((file): [string, number] => [file, gzipSync(readFileSync(join(folder, file))).length]);

/** The scripts that the page's HTML names, and all that they import at once: `/assets/index-….js`. */
export function scriptsOfFirstPage(folder: string): Set<string> {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const found = new Set<string>();
  const add = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    const source = readFileSync(join(folder, file), 'utf8');
    for (const [, name] of source.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g))
      if (name !== undefined) add(`/assets/${name}`);
  };
  for (const [, file] of html.matchAll(/(?:src|href)="(\/[\w./-]+\.js)"/g)) if (file !== undefined) add(file);
  return found;
}
